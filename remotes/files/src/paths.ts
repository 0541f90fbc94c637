import { FILE_NAME_MAX_BYTES } from '@sitedeck/contract';

/** Paths inside a host: absolute, `/` between the parts, no trailing slash but for the root itself. */

/** Public folder of a host: where the page opens. */
export const START_PATH = '/wwwroot';

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
  return new TextEncoder().encode(name).length > FILE_NAME_MAX_BYTES ? 'long' : undefined;
}

/** The folder that an address asks for (`?path=`); the start folder if that is missing or invalid. */
export function pathFromSearch(search: string): string {
  const requested = new URLSearchParams(search).get('path');
  if (!requested?.startsWith('/') || requested.includes('\0')) return START_PATH;
  const parts = requested.split('/').filter(Boolean);
  return parts.some((part) => part === '.' || part === '..') ? START_PATH : `/${parts.join('/')}`;
}

/** `name (2).ext`, for keeping both: counts up until `taken` returns false. */
export function freeName(name: string, taken: (candidate: string) => boolean): string {
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const extension = dot > 0 ? name.slice(dot) : '';
  for (let count = 2; ; count += 1) {
    const candidate = `${stem} (${String(count)})${extension}`;
    if (!taken(candidate)) return candidate;
  }
}

/** A typed folder: absolute, without `.` or `..`; undefined if the text is no such path. */
export function typedFolder(typed: string): string | undefined {
  const text = typed.trim();
  const parts = text.split('/').filter(Boolean);
  if (!text.startsWith('/') || text.includes('\0')) return undefined;
  return parts.some((part) => part === '.' || part === '..') ? undefined : `/${parts.join('/')}`;
}
