export type OneByOne = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs what it is given one after another, in the order it was asked for. What fails stops nobody behind it. */
export function oneByOne(): OneByOne {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => undefined);
    return run;
  };
}
