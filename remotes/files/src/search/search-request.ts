import { SEARCH_FOUND_MAX, type CallInput, type searchFiles } from '@sitedeck/contract';
import { typedFolder } from '../paths';

/** The search as typed. */
export interface SearchRequest {
  readonly text: string;
  /** Part of a name, or patterns with `*` and `?`, separated by commas. */
  readonly name: string;
  readonly folder: string;
  /** Changed within so many hours; 0: any time. */
  readonly hours: number;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly regex: boolean;
}

const HOUR_MS = 3600_000;

export const HOURS = [0, 1, 6, 24, 72, 168, 720] as const;
/** Hours that the view of recent changes covers. */
const RECENT_HOURS = 24;

export const searchRequestIn = (folder: string, recent: boolean): SearchRequest => ({
  text: '',
  name: '',
  folder,
  hours: recent ? RECENT_HOURS : 0,
  matchCase: false,
  wholeWord: false,
  regex: false,
});

export type SearchProblem = 'nothing' | 'folder';

export function searchProblem(request: SearchRequest): SearchProblem | undefined {
  if (typedFolder(request.folder) === undefined) return 'folder';
  return request.text === '' && request.name.trim() === '' && request.hours === 0 ? 'nothing' : undefined;
}

/** Whether it searches for text, not for entries. */
export const searchesText = ({ text }: SearchRequest): boolean => text !== '';

type Body = CallInput<typeof searchFiles>['body'];

export function bodyOf(request: SearchRequest, now: number): Body {
  const { text, name, hours, matchCase, wholeWord, regex } = request;
  const names = name
    .split(/[,，]/)
    .map((one) => one.trim())
    .filter(Boolean);
  const [first] = names;
  return {
    path: typedFolder(request.folder) ?? request.folder,
    limit: SEARCH_FOUND_MAX,
    ...(text !== '' && { text, matchCase, wholeWord, regex }),
    ...(first !== undefined && (names.length === 1 ? { name: first } : { include: names })),
    ...(hours > 0 && { changedAfter: now - hours * HOUR_MS }),
  };
}
