/**
 * Use it for work that covers all callers, such as applying every site's configuration. Runs `work` one at a
 * time. Callers that ask while it runs share the next run: a hundred changes at once cost two runs, and each
 * caller's run includes that caller's change.
 */
export function singleFlight<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> | undefined;
  let next: Promise<Result> | undefined;
  const begin = async (): Promise<Result> => {
    await running?.catch(() => undefined);
    next = undefined;
    const run = work();
    running = run;
    try {
      return await run;
    } finally {
      if (running === run) running = undefined;
    }
  };
  return () => (next ??= begin());
}
