const ENDING = /\.(?:sql|sql\.gz|sql\.zst|gz|zst|zip)$/i;

/** By its name; what it holds shows when it is looked into. */
export const isDump = (name: string): boolean => ENDING.test(name);

/** A whole path, without `.` or `..`; nothing where what was typed is none. The server has the last word. */
export function typedPath(typed: string): string | undefined {
  const text = typed.trim();
  const parts = text.split('/').filter(Boolean);
  if (!text.startsWith('/') || text.includes('\0') || parts.length === 0) return undefined;
  return parts.some((part) => part === '.' || part === '..') ? undefined : `/${parts.join('/')}`;
}

export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';
export const joinPath = (folder: string, name: string): string => `${folder === '/' ? '' : folder}/${name}`;
