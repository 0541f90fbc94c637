/** Most the server takes. */
export const DOCUMENTS_MAX = 30;
const NAME_MAX = 100;
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}._-]*$/u;

export type NameProblem = 'bad' | 'twice' | 'full';

/** What is wrong with a name that is to join the list; the server has the last word. */
export function nameProblem(name: string, names: readonly string[]): NameProblem | undefined {
  if (names.includes(name)) return 'twice';
  if (names.length >= DOCUMENTS_MAX) return 'full';
  return name.length > NAME_MAX || name.includes('..') || !NAME.test(name) ? 'bad' : undefined;
}
