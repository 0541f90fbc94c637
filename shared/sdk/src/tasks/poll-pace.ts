import { TASK_POLL_MS } from '@sitedeck/contract';

/** While the page is hidden: a sixth of the requests keeps the badge fresh. */
const HIDDEN_MS = 30_000;
/** Ceiling while the server does not answer. */
const FAILING_MS = 60_000;
/** Random share, so that pages opened at the same moment don't poll at the same moment. */
const JITTER = 0.1;

/** How long to wait before the next poll, ms. `failures` counts failed polls in a row; `chance` is in [0, 1). */
export function pollPause(
  { hidden, failures }: { readonly hidden: boolean; readonly failures: number },
  chance: number,
  pace: number = TASK_POLL_MS,
): number {
  const base = hidden ? HIDDEN_MS : pace;
  const slowed = Math.max(base, Math.min(base * 2 ** failures, FAILING_MS));
  return slowed * (1 + JITTER * (2 * chance - 1));
}
