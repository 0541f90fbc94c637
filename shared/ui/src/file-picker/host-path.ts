/** An absolute path without `.` or `..`; undefined if the text is no such path. The server checks again. */
export function typedPath(typed: string): string | undefined {
  const text = typed.trim();
  const parts = text.split('/').filter(Boolean);
  if (!text.startsWith('/') || text.includes('\0') || parts.length === 0) return undefined;
  return parts.some((part) => part === '.' || part === '..') ? undefined : `/${parts.join('/')}`;
}

export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';
export const joinPath = (folder: string, name: string): string => `${folder === '/' ? '' : folder}/${name}`;
