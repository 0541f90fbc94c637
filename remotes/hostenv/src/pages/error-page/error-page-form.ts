import type { CallReply, readErrorPage } from '@sitedeck/contract';

/** What is chosen; `server` is the page of the server's own. */
export type Chosen =
  | { readonly is: 'server' }
  | { readonly is: 'file'; readonly path: string }
  | { readonly is: 'text'; readonly content: string };
export type ErrorPageReply = CallReply<typeof readErrorPage>;

/** Most the server takes, characters. */
const TEXT_MAX = 262_144;
const SITE_FILE = /^\/wwwroot\/(?:[^/]+\/)*[^/]+$/;

export type ChosenProblem = 'file.bad' | 'text.empty' | 'text.long';

export function problemOf(chosen: Chosen): ChosenProblem | undefined {
  if (chosen.is === 'file') {
    const parts = chosen.path.split('/');
    return SITE_FILE.test(chosen.path) && !parts.includes('..') && !parts.includes('.')
      ? undefined
      : 'file.bad';
  }
  if (chosen.is === 'server') return undefined;
  if (chosen.content.trim() === '') return 'text.empty';
  return chosen.content.length > TEXT_MAX ? 'text.long' : undefined;
}
