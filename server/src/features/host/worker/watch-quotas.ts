import type { Logger } from 'pino';
import type { HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { makeQueue } from '#system/concurrency/queue';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { run } from '#system/process/exec';
import { fullHosts, markFull, unmarkFull } from '#system/site/full-hosts';

/** Pause between two rounds, ms. With the time that a site has for its requests, a host is stopped within a minute. */
const ROUND_MS = 20_000;
/** A tree that takes longer is measured beside the others, ms. */
const QUICK_MS = 5000;
const LONGEST_MS = 5 * 60_000;
/** A tree that takes longer than this rests for so many times as long, without delaying others, ms. */
const LARGE_MS = 1000;
const PAUSE_FACTOR = 4;

export interface QuotaWatchParts {
  readonly db: Db;
  readonly node: string;
  readonly log: Logger;
  /** Folder of `full-hosts.ts`. */
  readonly folder: string;
  readonly rootOf: (hostCode: HostCode) => string;
  /** Uids of hosts that have running programs. */
  readonly busy: () => Promise<ReadonlySet<number>>;
  /** Ends all programs of a host; the next ones start according to its mark. */
  readonly endPrograms: (hostCode: HostCode) => Promise<unknown>;
}

interface LimitedHost {
  readonly code: HostCode;
  readonly uid: number;
  readonly disk_quota: number;
}

/** Bytes on disk; undefined if it took too long. As root, since a host can close folders to its own uid. */
async function bytesOf(root: string, timeoutMs: number, signal: AbortSignal): Promise<number | undefined> {
  const { stdout, code } = await run(
    { file: 'du', args: ['-sx', '--block-size=1', '--', root] },
    { timeoutMs, signal },
  );
  const bytes = /^\d+/.exec(stdout)?.[0];
  // A file that is removed meanwhile makes `du` end with 1; a signal leaves no code.
  return code === null || bytes === undefined ? undefined : Number(bytes);
}

/**
 * Stops what programs of hosts write beyond the disk quota: measures the tree of each host whose programs run, and
 * takes the right to write from the programs of a full host until it has room again.
 */
export class QuotaWatch {
  private readonly pending = new Set<HostCode>();
  private readonly slow = new Set<HostCode>();
  /** Marked, but their programs could not be ended yet. */
  private readonly unfinished = new Set<HostCode>();
  /** When a large tree may be measured again, ms. */
  private readonly notBefore = new Map<HostCode, number>();
  private readonly quickInTurn = makeQueue(1, Number.POSITIVE_INFINITY);
  private readonly slowInTurn = makeQueue(1, Number.POSITIVE_INFINITY);

  constructor(private readonly parts: QuotaWatchParts) {}

  /** Begins to check every host that may have crossed its quota. Resolves when all quick ones are checked. */
  async round(signal: AbortSignal): Promise<void> {
    const { folder, busy } = this.parts;
    const [full, running, limited] = await Promise.all([fullHosts(folder), busy(), this.limitedHosts()]);
    const codes = new Set(limited.map(({ code }) => code));
    for (const code of full) if (!codes.has(code)) await this.change(code, false);
    const due = limited.filter(({ code, uid }) => running.has(uid) || full.has(code));
    const rests = (code: HostCode) => (this.notBefore.get(code) ?? 0) > performance.now();
    const checks = due
      .filter(({ code }) => !this.pending.has(code) && !rests(code))
      .map((host) => this.begin(host, signal));
    await Promise.all(checks);
  }

  private async limitedHosts(): Promise<readonly LimitedHost[]> {
    const { db, node } = this.parts;
    const rows = await db
      .selectFrom('host')
      .select(['code', 'uid', 'disk_quota'])
      .where('node', '=', node)
      .where('disk_quota', 'is not', null)
      .execute();
    return rows.flatMap(({ disk_quota, ...host }) => (disk_quota === null ? [] : [{ ...host, disk_quota }]));
  }

  /** A slow tree is checked beside the round. */
  private async begin(host: LimitedHost, signal: AbortSignal): Promise<void> {
    this.pending.add(host.code);
    const isSlow = this.slow.has(host.code);
    const [inTurn, limitMs] = isSlow ? [this.slowInTurn, LONGEST_MS] : [this.quickInTurn, QUICK_MS];
    const checked = inTurn(() => this.check(host, limitMs, signal))
      .catch((err: unknown) => {
        if (!signal.aborted) this.parts.log.warn({ err, host: host.code }, 'disk quota not checked');
      })
      .finally(() => this.pending.delete(host.code));
    if (!isSlow) await checked;
  }

  private async check(
    { code, disk_quota }: LimitedHost,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) return;
    const began = performance.now();
    const bytes = await bytesOf(this.parts.rootOf(code), limitMs, signal);
    const took = performance.now() - began;
    if (took > QUICK_MS) this.slow.add(code);
    else this.slow.delete(code);
    if (bytes === undefined) this.parts.log.warn({ host: code }, 'disk use not measured in time');
    else await this.change(code, bytes > disk_quota);
    if (took > LARGE_MS) this.notBefore.set(code, performance.now() + PAUSE_FACTOR * took);
  }

  /** The mark comes first, so that a program that starts meanwhile is either ended or can't write. */
  private async change(code: HostCode, isFull: boolean): Promise<void> {
    const { folder, log, endPrograms } = this.parts;
    if ((await fullHosts(folder)).has(code) === isFull && !this.unfinished.has(code)) return;
    this.unfinished.add(code);
    log.info({ host: code, isFull }, 'programs of a host may write, or no longer');
    await (isFull ? markFull : unmarkFull)(folder, code);
    await endPrograms(code);
    this.unfinished.delete(code);
  }
}

export function startQuotaWatch(parts: QuotaWatchParts): Loop {
  const watch = new QuotaWatch(parts);
  return repeat((signal) => watch.round(signal), {
    pauseMs: ROUND_MS,
    onFailed: (err) => parts.log.warn({ err }, 'disk quotas could not be checked'),
  });
}
