import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostCode } from '@sitedeck/contract';
import { makeMutex } from '#system/concurrency/mutex';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { singleFlight } from '#system/concurrency/single-flight';
import { countBatch, type VisitStore } from './count-visits';
import { ACCESS_LOG } from './log-files';
import { logsOverLimit, LOG_LIMIT } from './rotate-logs';
import type { GrownLogs, SiteLogs } from './site-logs';

/** How often the logs are read, ms. */
const POLL_MS = 30_000;
/** Bytes counted in one transaction: about 0.2 s of work, between which other work can run. */
const BATCH_BYTES = 32 * 1024 * 1024;
/** Concurrent callers share one count; the next starts at least this long after the last, ms. */
const SPACING_MS = 500;
/** Old counts are removed this often, ms. */
const SWEEP_MS = 3600_000;

export interface VisitCounterParts {
  readonly logs: Pick<SiteLogs, 'folder' | 'isClosed' | 'rotate' | 'endRotation'>;
  readonly store: VisitStore;
  /** Hosts of this node. */
  readonly hosts: () => Promise<readonly HostCode[]>;
  /** Removes counts whose retention period has passed. */
  readonly sweep: (now: Date) => Promise<void>;
  readonly log: { readonly warn: (what: object, text: string) => void };
  /** Size at which a log is rotated, bytes. */
  readonly logLimit?: number;
}

/** Counts the visits of every host of a node from the logs of nginx, one host after another. */
export class VisitCounter {
  /** Inode and size of the log when its end was last reached. */
  private readonly seen = new Map<HostCode, string>();
  private readonly counters = new Map<HostCode, () => Promise<void>>();
  private readonly inTurn = makeMutex();
  private readonly ended = new AbortController();
  private sweptAt = 0;
  private loop: Loop | undefined;

  constructor(private readonly parts: VisitCounterParts) {}

  start(): void {
    this.loop = repeat(() => this.run(), {
      pauseMs: POLL_MS,
      startsAtOnce: true,
      onFailed: (err) => this.parts.log.warn({ err }, 'old visits not removed'),
    });
  }

  async stop(): Promise<void> {
    this.ended.abort();
    await this.loop?.stop();
    await this.inTurn(() => Promise.resolve());
  }

  /** Counts what a host's log contains now. */
  async count(hostCode: HostCode): Promise<void> {
    const counting = this.counters.get(hostCode) ?? this.spaced(hostCode);
    this.counters.set(hostCode, counting);
    await counting();
  }

  /** Counts the new lines of all logs. */
  async poll(): Promise<void> {
    const hosts = await this.parts.hosts();
    this.forgetAllBut(new Set(hosts));
    const grown: GrownLogs[] = [];
    for (const hostCode of hosts) {
      if (this.ended.signal.aborted) return;
      const isCurrent = !(await this.hasGrown(hostCode)) || (await this.tryToCount(hostCode));
      const names = await logsOverLimit(this.parts.logs.folder(hostCode), this.parts.logLimit ?? LOG_LIMIT);
      // A log that is not counted yet is never rotated: rotation could remove it.
      const ready = names.filter((name) => isCurrent || name !== ACCESS_LOG);
      if (ready.length > 0) grown.push({ hostCode, names: ready });
    }
    if (grown.length > 0) await this.rotate(grown);
    else await this.parts.logs.endRotation(hosts);
  }

  private async run(): Promise<void> {
    const { log } = this.parts;
    await this.poll().catch((err: unknown) => log.warn({ err }, 'visits not counted'));
    await this.sweep();
  }

  private async sweep(): Promise<void> {
    if (Date.now() - this.sweptAt < SWEEP_MS) return;
    await this.parts.sweep(new Date());
    this.sweptAt = Date.now();
  }

  private async rotate(grown: readonly GrownLogs[]): Promise<void> {
    await this.inTurn(() => this.parts.logs.rotate(grown));
    for (const { hostCode } of grown) await this.tryToCount(hostCode);
  }

  /** Logs an error, so that the log of one host does not affect other hosts. */
  private async tryToCount(hostCode: HostCode): Promise<boolean> {
    try {
      return await this.countAll(hostCode);
    } catch (err) {
      this.parts.log.warn({ err, hostCode }, 'visits not counted');
      return false;
    }
  }

  private forgetAllBut(hosts: ReadonlySet<HostCode>): void {
    for (const known of [this.seen, this.counters])
      for (const hostCode of known.keys()) if (!hosts.has(hostCode)) known.delete(hostCode);
  }

  private async stateOf(hostCode: HostCode): Promise<string> {
    const found = await stat(join(this.parts.logs.folder(hostCode), ACCESS_LOG)).catch(() => undefined);
    return found ? `${found.ino} ${found.size}` : '';
  }

  private async hasGrown(hostCode: HostCode): Promise<boolean> {
    return (await this.stateOf(hostCode)) !== this.seen.get(hostCode);
  }

  private wait(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.ended.signal, ref: false }).catch(() => undefined);
  }

  /** Returns a function that counts one host, with pauses between its runs. */
  private spaced(hostCode: HostCode): () => Promise<void> {
    let next = 0;
    return singleFlight(async () => {
      await this.wait(Math.max(0, next - performance.now()));
      await this.countAll(hostCode);
      next = performance.now() + SPACING_MS;
    });
  }

  /** Counts in batches up to the end; false if the end was not reached. */
  private async countAll(hostCode: HostCode): Promise<boolean> {
    const { logs, store, log } = this.parts;
    const state = await this.stateOf(hostCode);
    while (!this.ended.signal.aborted) {
      const { is, unparsed } = await this.inTurn(() =>
        countBatch({
          store,
          hostCode,
          folder: logs.folder(hostCode),
          now: Date.now(),
          batch: BATCH_BYTES,
          isClosed: ({ age }) => logs.isClosed(hostCode, age),
        }),
      );
      if (unparsed > 0) log.warn({ hostCode, lines: unparsed }, 'lines of an access log could not be parsed');
      if (is === 'more') continue;
      if (is === 'done') this.seen.set(hostCode, state);
      return is === 'done';
    }
    return false;
  }
}
