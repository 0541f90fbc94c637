import { setTimeout as sleep } from 'node:timers/promises';

export interface Loop {
  /** Aborts the signal of the current run and resolves when that run has ended. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  /** Pause between the end of a run and the start of the next, ms. */
  readonly pauseMs: number;
  /** Skips the pause before the first run. */
  readonly startsAtOnce?: boolean;
  /** Called when a run rejects, but not after `stop`. The loop goes on. */
  readonly onFailed: (error: unknown) => void;
}

/**
 * Use it for every periodic job. Runs `work` until stopped and never twice at once. A run may return a pause of its own
 * (ms) before the next one. The loop does not keep the process alive.
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<number> | Promise<void>,
  { pauseMs, startsAtOnce = false, onFailed }: LoopOptions,
): Loop {
  const end = new AbortController();
  const { signal } = end;
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  const run = async (): Promise<number> => {
    try {
      const ownPause = await work(signal);
      return typeof ownPause === 'number' ? ownPause : pauseMs;
    } catch (error) {
      if (!signal.aborted) onFailed(error);
      return pauseMs;
    }
  };
  const loop = async (): Promise<void> => {
    if (!startsAtOnce) await pause(pauseMs);
    while (!signal.aborted) await pause(await run());
  };
  const done = loop();
  return {
    stop: async () => {
      end.abort();
      await done;
    },
  };
}
