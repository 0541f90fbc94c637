import { refuse } from '#faults/refusal';
import { TMP_FOLDER } from './work-folder';

/** Folder of the web server's logs, which root writes and the host may read. */
const READ_ONLY = 'logs';

const isReadOnly = (parts: readonly string[]) => parts[0] === READ_ONLY;

/** Whether a path is in the service's own folders below `/tmp`: parts of uploads and unfinished files. */
export const isOwnWork = ([first, second]: readonly string[]): boolean =>
  first === TMP_FOLDER && second?.startsWith('.sitedeck-') === true;

/** Refuses to create, change or remove an entry of the root, of the logs or of the service's own folders. */
export function mayChangeEntry(parts: readonly string[]): void {
  if (parts.length <= 1) refuse('root-closed');
  if (isReadOnly(parts)) refuse('read-only-place');
  if (isOwnWork(parts)) refuse('no-such-file');
}

/** Refuses to change the entries of such a folder. */
export function mayChangeInside(parts: readonly string[]): void {
  if (parts.length === 0) refuse('root-closed');
  if (isReadOnly(parts)) refuse('read-only-place');
  if (isOwnWork(parts)) refuse('no-such-file');
}

export const mayAddEntries = (parts: readonly string[]): boolean =>
  parts.length > 0 && !isReadOnly(parts) && !isOwnWork(parts);
