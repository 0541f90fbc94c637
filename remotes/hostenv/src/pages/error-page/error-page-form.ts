import { ERROR_PAGE_MAX, type CallReply, type readErrorPage } from '@sitedeck/contract';

/** The chosen page; `server` is the server's default page. */
export type ChosenPage =
  | { readonly is: 'server' }
  | { readonly is: 'file'; readonly path: string }
  | { readonly is: 'text'; readonly content: string };
export type ErrorPageReply = CallReply<typeof readErrorPage>;

const SITE_FILE = /^\/wwwroot\/(?:[^/]+\/)*[^/]+$/;

export type ChosenProblem = 'file.bad' | 'text.empty' | 'text.long';

export function problemOf(chosen: ChosenPage): ChosenProblem | undefined {
  if (chosen.is === 'file') {
    const parts = chosen.path.split('/');
    return SITE_FILE.test(chosen.path) && !parts.includes('..') && !parts.includes('.')
      ? undefined
      : 'file.bad';
  }
  if (chosen.is === 'server') return undefined;
  if (chosen.content.trim() === '') return 'text.empty';
  return chosen.content.length > ERROR_PAGE_MAX ? 'text.long' : undefined;
}
