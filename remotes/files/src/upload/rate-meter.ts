/** The rate is an average over this time, ms: steady, but quick to follow the connection. */
const WINDOW_MS = 5000;
/** Shortest span that gives a rate, ms. */
const LEAST_SPAN_MS = 1000;

export interface RateMeter {
  /** Records how many bytes have been sent in all. */
  readonly add: (bytesSoFar: number) => void;
  /** Bytes per second; undefined until there are enough samples. */
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
