import { Refusal } from '#faults/refusal';

/** When work with a target is stopped for slowness. */
export interface PaceLimits {
  /** No byte in either direction for this long, ms. */
  readonly silenceMs: number;
  /** Length of each measuring window, ms. */
  readonly windowMs: number;
  /** Fewest bytes, in both directions, per window. */
  readonly minBytes: number;
}

export interface PaceWatch extends Disposable {
  /** Aborted with `target-silent` or `target-slow` when a limit is reached. */
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => void;
}

const minutesOf = (ms: number): number => Math.ceil(ms / 60_000);

/**
 * Watches the bytes exchanged with a target, so that a silent or very slow server can't keep a task running
 * forever.
 */
export function watchPace({ silenceMs, windowMs, minBytes }: PaceLimits): PaceWatch {
  const limitReached = new AbortController();
  const stop = (reason: 'target-silent' | 'target-slow', ms: number) =>
    limitReached.abort(new Refusal(reason, { values: { minutes: minutesOf(ms) } }));
  const silence = setTimeout(() => stop('target-silent', silenceMs), silenceMs);
  let windowBytes = 0;
  const window = setInterval(() => {
    if (windowBytes < minBytes) stop('target-slow', windowMs);
    windowBytes = 0;
  }, windowMs);
  return {
    signal: limitReached.signal,
    onBytes: (bytes) => {
      windowBytes += bytes;
      silence.refresh();
    },
    [Symbol.dispose]: () => {
      clearTimeout(silence);
      clearInterval(window);
    },
  };
}
