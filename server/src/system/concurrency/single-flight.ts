/**
 * Runs `work` one at a time. Whoever asks while it runs shares the next run, which begins after they asked: a hundred
 * changes at once cost two runs, and nobody is told of success by a run that could not have seen their change.
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
