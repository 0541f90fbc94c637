import { repeat, type Loop } from '#system/concurrency/repeat';
import { HostMeasuring, type MeasureParts } from './measure-hosts';

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
