/**
 * What this page saves goes one after another: of two requests at one address the SDK would end the older one, and the
 * second was made before the version of the first was known.
 */
let last: Promise<unknown> = Promise.resolve();

export function inOrder<Outcome>(run: () => Promise<Outcome>): Promise<Outcome> {
  const next = last.then(run, run);
  last = next;
  return next;
}

/** By host and version: the one that a change of this page made of it. */
const successors = new Map<string, number>();
const keyOf = (hostCode: string, version: number): string => `${hostCode} ${String(version)}`;

export function madeFrom(hostCode: string, before: number, after: number): void {
  if (after > before) successors.set(keyOf(hostCode, before), after);
}

/** The version that came of this one by this page's changes alone: who saw this one knows them all. */
export function newestOf(hostCode: string, version: number): number {
  const next = successors.get(keyOf(hostCode, version));
  return next === undefined ? version : newestOf(hostCode, next);
}
