import type { Redirect } from '@sitedeck/contract';

export type RedirectProblem = 'source' | 'target' | 'same' | 'twice';

const hasBlank = (text: string): boolean => /[\s\p{Cc}]/u.test(text);
const isSource = (text: string): boolean =>
  text !== '' && !hasBlank(text) && (text.startsWith('/') || /^[^/:?#]+\.[^/:?#]+(?:\/.*)?$/u.test(text));
const isTarget = (text: string): boolean => !hasBlank(text) && /^(?:https?:\/\/[^/]+|\/)/u.test(text);

/**
 * What is wrong with an entered redirect. The server checks again, and only it finds loops over several
 * redirects.
 */
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
 * Index of an earlier redirect that catches all visitors of this one; undefined if it is reached. A redirect
 * of a domain catches the complete domain; one of a path catches that path, and with `keepPath` everything
 * below it.
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
