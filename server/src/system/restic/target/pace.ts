import { Refusal } from '#faults/refusal';

/** When a target is given up. */
export interface Patience {
  /** Nothing came from it and nothing went to it for so long, ms. */
  readonly silenceMs: number;
  /** Of every such time, ms, … */
  readonly windowMs: number;
  /** … fewer bytes than this came and went. */
  readonly leastBytes: number;
}

export interface Listening extends Disposable {
  /** Aborted with `target-silent` or `target-slow` once patience is over. */
  readonly signal: AbortSignal;
  readonly heard: (bytes: number) => void;
}

const minutesOf = (ms: number): number => Math.ceil(ms / 60_000);

/** Whoever sends nothing and takes nothing is given up, and so is who drips: both would be waited for without end. */
export function watchPace({ silenceMs, windowMs, leastBytes }: Patience): Listening {
  const over = new AbortController();
  const giveUp = (reason: 'target-silent' | 'target-slow', ms: number) =>
    over.abort(new Refusal(reason, { values: { minutes: minutesOf(ms) } }));
  const silence = setTimeout(() => giveUp('target-silent', silenceMs), silenceMs);
  let passed = 0;
  const window = setInterval(() => {
    if (passed < leastBytes) giveUp('target-slow', windowMs);
    passed = 0;
  }, windowMs);
  return {
    signal: over.signal,
    heard: (bytes) => {
      passed += bytes;
      silence.refresh();
    },
    [Symbol.dispose]: () => {
      clearTimeout(silence);
      clearInterval(window);
    },
  };
}
