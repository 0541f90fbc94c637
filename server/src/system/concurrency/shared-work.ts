interface Running<Result> {
  readonly result: Promise<Result>;
  readonly stop: AbortController;
  waiting: number;
}

/** Settles with the work, or rejects as soon as the signal aborts. */
function whileWanted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new Error('the caller has stopped waiting', { cause: signal.reason }));
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave, { once: true });
    const settled = () => signal.removeEventListener('abort', leave);
    result.finally(settled).then(resolve, reject);
  });
}

/**
 * Use it for costly work that several callers may request at once and may abort. Runs one job per key;
 * callers that ask meanwhile share it. The job is aborted when its last caller has left.
 */
export class SharedWork<Result> {
  private readonly running = new Map<string, Running<Result>>();

  /** Rejects when `signal` aborts, even if other callers go on waiting. */
  async join(
    key: string,
    work: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const run = this.running.get(key) ?? this.begin(key, work);
    run.waiting += 1;
    try {
      return await whileWanted(run.result, signal);
    } finally {
      run.waiting -= 1;
      if (run.waiting === 0) this.end(key, run);
    }
  }

  private begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Running<Result> {
    const stop = new AbortController();
    const run = { result: work(stop.signal), stop, waiting: 0 };
    // Waiting callers get the failure; without any it must not count as unhandled.
    run.result.catch(() => undefined);
    this.running.set(key, run);
    return run;
  }

  private end(key: string, run: Running<Result>): void {
    run.stop.abort();
    if (this.running.get(key) === run) this.running.delete(key);
  }
}
