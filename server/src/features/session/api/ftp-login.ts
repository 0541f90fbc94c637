import { randomUUID } from 'node:crypto';
import type { HostName } from '@sitedeck/contract';
import type { RecordOperation } from '#sites/api/operation-log';
import type { Db } from '#state/db';
import type { HostRow } from '#state/tables';
import type { FtpReply, FtpAttempt } from '#system/ftp/sign-in';
import type { NetworkOf } from '#system/egress/network-of';
import { isRefusal, Refusal } from '#faults/refusal';
import { makeFairQueue, makeQueuePerKey } from '#system/concurrency/queue';
import { checkPassword } from './login';
import type { LoginDelay } from './login-delay';

export interface FtpLoginParts {
  readonly db: Db;
  /** Name of this node. */
  readonly node: string;
  readonly delay: LoginDelay;
  readonly networkOf: NetworkOf;
  readonly record: RecordOperation;
  /** Whether a task holds the host's tree. */
  readonly isLocked: (hostCode: string) => Promise<boolean>;
  /** The path of a host's tree; the read-only view is undefined if this machine can't provide it. */
  readonly rootOf: (host: HostRow, view: 'whole' | 'read-only') => string | undefined;
  /** Creates the share that the session joins. */
  readonly prepareShare: (host: HostRow) => Promise<void>;
  /** Reports to the FTP server how full the tree is. */
  readonly countQuota: (host: HostRow) => Promise<void>;
  readonly now: () => number;
}

/**
 * Clients sign in again for every file, so equal results are logged once in this time, ms. Every wrong
 * password is logged.
 */
const LOG_AGAIN_MS = 3600_000;
const KEPT = 10_000;
/** Passwords checked at once: FTP has no captcha in front, and the console needs the same threads. */
const CHECKED_AT_ONCE = 2;
/** Running and waiting attempts per network; more are refused. */
const ATTEMPTS_PER_NETWORK = 32;
/** Waiting attempts per name; more are refused. */
const ATTEMPTS_PER_NAME = 32;

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
    if (last !== undefined && this.now() - last < LOG_AGAIN_MS) return false;
    this.at.delete(key);
    this.at.set(key, this.now());
    const [oldest] = this.at.keys();
    if (this.at.size > KEPT && oldest !== undefined) this.at.delete(oldest);
    return true;
  }
}

/**
 * Decides who may sign in by FTP, and which tree they see. Console and FTP share password and failure counts.
 * While a task locks the tree, or if the owner chose so, the client sees a read-only view; if there is none,
 * the sign-in is refused.
 */
export function makeFtpLogin(
  parts: FtpLoginParts,
): (attempt: FtpAttempt, gone: AbortSignal) => Promise<FtpReply> {
  const { db, node, delay, networkOf, record, now } = parts;
  const recent = new RecentReplies(now);
  const oneByOne = makeQueuePerKey(ATTEMPTS_PER_NAME);
  const oneOfEachNetwork = makeFairQueue(CHECKED_AT_ONCE, ATTEMPTS_PER_NETWORK);

  const find = (name: string): Promise<HostRow | undefined> =>
    db
      .selectFrom('host')
      .selectAll()
      .where('host_name', '=', name as HostName)
      .where('node', '=', node)
      .executeTakeFirst();

  const letIn = async (host: HostRow): Promise<FtpReply> => {
    if (host.suspended) throw new Refusal('host-blocked');
    if (!host.ftp_enabled) throw new Refusal('ftp-off');
    const isWritable = host.ftp_writable && !(await parts.isLocked(host.code));
    const root = parts.rootOf(host, isWritable ? 'whole' : 'read-only');
    if (root === undefined) throw new Refusal(host.ftp_writable ? 'workspace-busy' : 'ftp-no-read-only');
    await parts.prepareShare(host);
    if (isWritable && host.disk_quota !== null) await parts.countQuota(host);
    return { is: 'in', uid: host.uid, root, quotaBytes: host.disk_quota };
  };

  const check = async ({ account, password, address }: FtpAttempt, { host, signal }: Asking) => {
    const proof = { name: account, password, address, by: 'ftp', hash: host?.password_hash } as const;
    // Attempts of one network are checked one at a time, so that a network with many names and connections
    // delays others by at most one check.
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

  const reply = async (attempt: FtpAttempt, signal: AbortSignal): Promise<FtpReply> => {
    const host = await find(attempt.account);
    try {
      const allowed = await check(attempt, { host, signal });
      if (host) await writeDown(host, attempt, 'ok');
      return allowed;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Unknown names are not logged: strangers' guesses would hide what an owner should see.
      if (host) await writeDown(host, attempt, error.reason);
      return { is: 'out' };
    }
  };

  return async (attempt, signal) => {
    try {
      // A client opens ten connections at once: the right password of one must not be counted as a wrong one
      // by the next.
      return await oneByOne(attempt.account.toLowerCase(), () => reply(attempt, signal), { signal });
    } catch (error) {
      if (isRefusal(error)) return { is: 'out' };
      throw error;
    }
  };
}
