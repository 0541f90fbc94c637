export interface Repeated {
  /** Resolves when nothing of it is under way any more. */
  stop(): Promise<void>;
}

/** Does `work` again and again, each time `pauseMs` after the last has ended, however that ended. */
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
