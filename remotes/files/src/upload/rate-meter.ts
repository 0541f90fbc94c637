/** Rates are told over this time, ms: long enough to be calm, short enough to follow the line. */
const WINDOW_MS = 5000;
/** Below this span a rate is a guess, ms. */
const LEAST_SPAN_MS = 1000;

export interface RateMeter {
  /** Tells how many bytes have gone in all. */
  readonly add: (bytesSoFar: number) => void;
  /** Bytes per second, or nothing while it can't be told. */
  readonly rate: () => number | undefined;
}

export function makeRateMeter(now: () => number = () => performance.now()): RateMeter {
  let samples: { at: number; bytes: number }[] = [];
  return {
    add(bytesSoFar) {
      const at = now();
      samples = [...samples.filter((sample) => at - sample.at <= WINDOW_MS), { at, bytes: bytesSoFar }];
    },
    rate() {
      const [oldest] = samples;
      const newest = samples.at(-1);
      if (!oldest || !newest || newest.at - oldest.at < LEAST_SPAN_MS) return undefined;
      return Math.max(0, ((newest.bytes - oldest.bytes) * 1000) / (newest.at - oldest.at));
    },
  };
}
