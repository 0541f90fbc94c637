/** A wait that can be ended early. */
export interface Pause {
  /** Resolves after `ms`, when woken, or when `signal` aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  wake: () => void;
}

export function makePause(): Pause {
  let wakeUp: (() => void) | undefined;
  // `wake` was called while no wait ran (during a poll): the next wait ends at once.
  let pending = false;
  return {
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (pending || signal.aborted) {
          pending = false;
          resolve();
          return;
        }
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          wakeUp = undefined;
          resolve();
        };
        const timer = setTimeout(done, ms);
        signal.addEventListener('abort', done);
        wakeUp = done;
      }),
    wake: () => {
      if (wakeUp) wakeUp();
      else pending = true;
    },
  };
}
