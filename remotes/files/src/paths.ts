/** Paths inside a host: absolute, `/` between the parts, no trailing slash but for the root itself. */

/** Served folder of a host: where the page opens. */
export const START_PATH = '/wwwroot';

/** Longest name the file system takes, bytes (NAME_MAX of Linux). */
const NAME_MAX_BYTES = 255;

export const joinPath = (folder: string, name: string): string =>
  folder === '/' ? `/${name}` : `${folder}/${name}`;

export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const isInside = (path: string, folder: string): boolean =>
  path === folder || folder === '/' || path.startsWith(`${folder}/`);

export interface Crumb {
  readonly name: string;
  readonly path: string;
}

/** The folders on the way to `path`, the root not counted: `/a/b` gives `a`, `b`. */
export function crumbsOf(path: string): Crumb[] {
  const parts = path.split('/').filter(Boolean);
  return parts.map((name, index) => ({ name, path: `/${parts.slice(0, index + 1).join('/')}` }));
}

/** Why a typed name is invalid; the server checks again. */
export type NameProblem = 'empty' | 'slash' | 'dots' | 'long';

export function nameProblem(name: string): NameProblem | undefined {
  if (name === '') return 'empty';
  if (name.includes('/') || name.includes('\0')) return 'slash';
  if (name === '.' || name === '..') return 'dots';
  return new TextEncoder().encode(name).length > NAME_MAX_BYTES ? 'long' : undefined;
}

/** The folder an address asks for (`?path=`), or the start folder when it asks for none or for nonsense. */
export function pathFromSearch(search: string): string {
  const asked = new URLSearchParams(search).get('path');
  if (!asked?.startsWith('/') || asked.includes('\0')) return START_PATH;
  const parts = asked.split('/').filter(Boolean);
  return parts.some((part) => part === '.' || part === '..') ? START_PATH : `/${parts.join('/')}`;
}

/** `name (2).ext`, for keeping both: counts up until `taken` says the name is free. */
export function freeName(name: string, taken: (candidate: string) => boolean): string {
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const extension = dot > 0 ? name.slice(dot) : '';
  for (let count = 2; ; count += 1) {
    const candidate = `${stem} (${String(count)})${extension}`;
    if (!taken(candidate)) return candidate;
  }
}

/** A folder typed by hand: absolute, without `.` or `..`; nothing where it is none. */
export function typedFolder(typed: string): string | undefined {
  const text = typed.trim();
  const parts = text.split('/').filter(Boolean);
  if (!text.startsWith('/') || text.includes('\0')) return undefined;
  return parts.some((part) => part === '.' || part === '..') ? undefined : `/${parts.join('/')}`;
}
