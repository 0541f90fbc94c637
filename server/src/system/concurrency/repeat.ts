export interface Repeated {
  /** Stops it; resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Repeats `work`, each time `pauseMs` after the last run has ended or failed. */
export function repeat(
  work: () => Promise<unknown>,
  pauseMs: number,
  onFailed: (error: unknown) => void,
): Repeated {
  let isOver = false;
  let running: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const wait = () => {
    timer = setTimeout(() => {
      running = work().catch(onFailed);
      void running.then(() => isOver || wait());
    }, pauseMs).unref();
  };
  wait();
  return {
    stop: async () => {
      isOver = true;
      clearTimeout(timer);
      await running;
    },
  };
}
