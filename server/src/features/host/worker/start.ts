import type { Logger } from 'pino';
import type { HostCode } from '@sitedeck/contract';
import { repeat, type Loop } from '#system/concurrency/repeat';
import type { HostShares } from '#system/cage/shares/host-shares';
import { HostMeasuring, type MeasureParts } from './measure-hosts';
import type { ShareWatch } from './watch-shares';

/** Pause before the next check when no host is due, ms. */
const IDLE_MS = 10_000;
/** Pauses this many times as long as the last run took: measuring keeps a disk busy a fifth of the time at most. */
const PAUSE_FACTOR = 4;

/** Measures the hosts of a node until it is stopped. */
export function startMeasuring(parts: MeasureParts): Loop {
  const measuring = new HostMeasuring(parts);
  const loopOf = (measureNext: (signal: AbortSignal) => Promise<boolean>) =>
    repeat(
      async (signal) => {
        const began = performance.now();
        const isMeasured = await measureNext(signal);
        return isMeasured ? PAUSE_FACTOR * (performance.now() - began) : IDLE_MS;
      },
      {
        pauseMs: IDLE_MS,
        startsAtOnce: true,
        onFailed: (err) => parts.log.warn({ err }, 'disk usage not looked after'),
      },
    );
  const loops = [
    loopOf((signal) => measuring.measureNext(signal)),
    loopOf((signal) => measuring.measureNextLarge(signal)),
  ];
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}

/** Pause between two looks at the counters of all hosts, ms. */
const WATCH_PAUSE_MS = 5000;

export interface WatchParts {
  readonly watch: ShareWatch;
  readonly shares: HostShares;
  readonly log: Logger;
  /**
   * Ends all programs of a host: version 1 kills only one that needs more memory. Undefined where the kernel ends all.
   */
  readonly endPrograms: ((hostCode: HostCode) => Promise<void>) | undefined;
}

/** Stores when hosts reach their limits, ends those over their memory, and applies limits that waited, until it is stopped. */
export const startWatchingShares = ({ watch, shares, log, endPrograms }: WatchParts): Loop =>
  repeat(
    async () => {
      await watch.checkAll();
      for (const host of watch.takeOverMemory())
        // A host whose programs can't be ended must not protect those of the others.
        await endPrograms?.(host).catch((err: unknown) =>
          log.warn({ err, host }, 'programs over their memory can not be ended'),
        );
      await shares.retry();
    },
    {
      pauseMs: WATCH_PAUSE_MS,
      startsAtOnce: true,
      onFailed: (err) => log.warn({ err }, 'shares of hosts not checked'),
    },
  );
