import { randomUUID } from 'node:crypto';
import type { HostName } from '@sitedeck/contract';
import type { RecordOperation } from '#sites/api/operation-log';
import type { Db } from '#state/db';
import type { HostRow } from '#state/tables';
import type { FtpAnswer, FtpAttempt } from '#system/ftp/sign-in';
import type { NetworkOf } from '#system/egress/network-of';
import { isRefusal, Refusal } from '#faults/refusal';
import { makeFairQueue, makeQueuePerKey } from '#system/concurrency/queue';
import { checkPassword } from './login';
import type { LoginDelay } from './login-delay';

export interface FtpLoginParts {
  readonly db: Db;
  /** Of this machine. */
  readonly node: string;
  readonly delay: LoginDelay;
  readonly networkOf: NetworkOf;
  readonly record: RecordOperation;
  /** Whether a task holds the host's tree. */
  readonly isLocked: (hostCode: string) => Promise<boolean>;
  /** A host's tree; the read-only one is undefined where this machine can't have it. */
  readonly rootOf: (host: HostRow, view: 'whole' | 'read-only') => string | undefined;
  /** Reports to the FTP server how full the tree is. */
  readonly countQuota: (host: HostRow) => Promise<void>;
  readonly now: () => number;
}

/** A client signs in again for every file: one row in this time says how that went, ms. Every wrong password has its own. */
const TELL_AGAIN_MS = 3600_000;
const KEPT = 10_000;
/** Passwords that are worked on at once: there is no puzzle before them, and the console needs the same threads. */
const CHECKED_AT_ONCE = 2;
/** Attempts of one network that run or wait; more are refused. */
const OF_NETWORK = 32;
/** Attempts on one name that wait; more are refused. */
const OF_NAME = 32;

interface Asking {
  readonly host: HostRow | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Recent replies; the oldest are dropped first. */
class RecentReplies {
  private readonly at = new Map<string, number>();
  constructor(private readonly now: () => number) {}

  isNew(key: string): boolean {
    const last = this.at.get(key);
    if (last !== undefined && this.now() - last < TELL_AGAIN_MS) return false;
    this.at.delete(key);
    this.at.set(key, this.now());
    const [oldest] = this.at.keys();
    if (this.at.size > KEPT && oldest !== undefined) this.at.delete(oldest);
    return true;
  }
}

/**
 * Who may sign in by FTP, and what they then see: the console's own password and its own count of wrong ones. While a
 * task holds the tree, and where the owner said so, it is the read-only view of it; where there is none, nobody comes in.
 */
export function makeFtpLogin(
  parts: FtpLoginParts,
): (attempt: FtpAttempt, gone: AbortSignal) => Promise<FtpAnswer> {
  const { db, node, delay, networkOf, record, now } = parts;
  const recent = new RecentReplies(now);
  const oneByOne = makeQueuePerKey(OF_NAME);
  const oneOfEachNetwork = makeFairQueue(CHECKED_AT_ONCE, OF_NETWORK);

  const find = (name: string): Promise<HostRow | undefined> =>
    db
      .selectFrom('host')
      .selectAll()
      .where('host_name', '=', name as HostName)
      .where('node', '=', node)
      .executeTakeFirst();

  const letIn = async (host: HostRow): Promise<FtpAnswer> => {
    if (host.suspended) throw new Refusal('host-blocked');
    if (!host.ftp_enabled) throw new Refusal('ftp-off');
    const isWritable = host.ftp_writable && !(await parts.isLocked(host.code));
    const root = parts.rootOf(host, isWritable ? 'whole' : 'read-only');
    if (root === undefined) throw new Refusal(host.ftp_writable ? 'workspace-busy' : 'ftp-no-read-only');
    if (isWritable && host.disk_quota !== null) await parts.countQuota(host);
    return { is: 'in', uid: host.uid, root, quotaBytes: host.disk_quota };
  };

  const check = async ({ account, password, address }: FtpAttempt, { host, signal }: Asking) => {
    const proof = { name: account, password, address, by: 'ftp', hash: host?.password_hash } as const;
    // A stranger with many names and connections works through them alone: others wait for one of theirs at most.
    await oneOfEachNetwork(networkOf(address), () => checkPassword({ delay, networkOf }, proof), { signal });
    if (!host) throw new Refusal('wrong-credentials');
    return letIn(host);
  };

  const writeDown = async (host: HostRow, { address, encrypted }: FtpAttempt, result: string) => {
    if (result !== 'wrong-credentials' && !recent.isNew(`${host.code}|${address}|${result}`)) return;
    await record({
      hostCode: host.code,
      accountCode: host.account_code,
      operator: host.host_name,
      role: 'USER',
      address,
      area: 'session',
      action: 'ftpLogin',
      object: host.host_name,
      result,
      detail: { source: 'FTP', encrypted },
      requestId: randomUUID(),
    });
  };

  const answer = async (attempt: FtpAttempt, signal: AbortSignal): Promise<FtpAnswer> => {
    const host = await find(attempt.account);
    try {
      const allowed = await check(attempt, { host, signal });
      if (host) await writeDown(host, attempt, 'ok');
      return allowed;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // A name without a host is a stranger's guess; logging those would bury what an owner should see.
      if (host) await writeDown(host, attempt, error.reason);
      return { is: 'out' };
    }
  };

  return async (attempt, signal) => {
    try {
      // A client opens ten connections at once: the right password of one must not count as a wrong one of the next.
      return await oneByOne(attempt.account.toLowerCase(), () => answer(attempt, signal), { signal });
    } catch (error) {
      if (isRefusal(error)) return { is: 'out' };
      throw error;
    }
  };
}
