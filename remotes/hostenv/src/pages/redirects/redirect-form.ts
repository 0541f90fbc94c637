import type { Redirect } from '@sitedeck/contract';

export type RedirectProblem = 'source' | 'target' | 'same' | 'twice';

const hasBlank = (text: string): boolean => /[\s\p{Cc}]/u.test(text);
const isSource = (text: string): boolean =>
  text !== '' && !hasBlank(text) && (text.startsWith('/') || /^[^/:?#]+\.[^/:?#]+(?:\/.*)?$/u.test(text));
const isTarget = (text: string): boolean => !hasBlank(text) && /^(?:https?:\/\/[^/]+|\/)/u.test(text);

/** What is wrong with a redirect as it was entered; the server has the last word, and alone finds loops of several. */
export function problemOf(
  { source, target }: Pick<Redirect, 'source' | 'target'>,
  others: ReadonlySet<string>,
): RedirectProblem | undefined {
  if (!isSource(source)) return 'source';
  if (!isTarget(target)) return 'target';
  if (source === target) return 'same';
  return others.has(source) ? 'twice' : undefined;
}

/**
 * The redirect further up that takes everything this one is for; undefined where it is reached. A domain takes all of
 * it, any source takes itself, and what keeps the path all below it.
 */
export function coveredBy(redirects: readonly Redirect[], index: number): number | undefined {
  const source = redirects[index]?.source ?? '';
  const found = redirects.slice(0, index).findIndex((earlier) => {
    if (earlier.source === source) return true;
    const takesBelow = earlier.keepPath || !earlier.source.includes('/');
    return takesBelow && source.startsWith(`${earlier.source.replace(/\/$/, '')}/`);
  });
  return found === -1 ? undefined : found;
}
