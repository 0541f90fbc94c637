import { refuse } from '#faults/refusal';
import { PRIVATE_FOLDER } from './work-folder';

/** The web server's logs: shown to the host, written by root. */
const READ_ONLY = 'logs';

const isReadOnly = (parts: readonly string[]) => parts[0] === READ_ONLY;

/** Ours, not the site's: part files of uploads, what is being written, and all below. */
export const isOwnWork = ([first, second]: readonly string[]): boolean =>
  first === PRIVATE_FOLDER && second?.startsWith('.sitedeck-') === true;

/** The entry may appear, change or go. The root itself takes no new entries and loses none. */
export function mayChangeEntry(parts: readonly string[]): void {
  if (parts.length <= 1) refuse('root-closed');
  if (isReadOnly(parts)) refuse('read-only-place');
  if (isOwnWork(parts)) refuse('no-such-file');
}

/** What the folder holds may change. */
export function mayChangeInside(parts: readonly string[]): void {
  if (parts.length === 0) refuse('root-closed');
  if (isReadOnly(parts)) refuse('read-only-place');
  if (isOwnWork(parts)) refuse('no-such-file');
}

export const takesEntries = (parts: readonly string[]): boolean =>
  parts.length > 0 && !isReadOnly(parts) && !isOwnWork(parts);
