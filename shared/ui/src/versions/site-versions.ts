/**
 * Saves of this page run one after another: the SDK aborts the older of two requests to one address, and the second
 * request would not know the version that the first one makes.
 */
let last: Promise<unknown> = Promise.resolve();

export function oneAfterAnother<Outcome>(run: () => Promise<Outcome>): Promise<Outcome> {
  const next = last.then(run, run);
  last = next;
  return next;
}

/** The version that a change of this page made, by host and the version it was based on. */
const successors = new Map<string, number>();
const keyOf = (hostCode: string, version: number): string => `${hostCode} ${String(version)}`;

export function recordSuccessor(hostCode: string, before: number, after: number): void {
  if (after > before) successors.set(keyOf(hostCode, before), after);
}

/** The latest version that differs from the given one only by this page's changes. */
export function newestOf(hostCode: string, version: number): number {
  const next = successors.get(keyOf(hostCode, version));
  return next === undefined ? version : newestOf(hostCode, next);
}
