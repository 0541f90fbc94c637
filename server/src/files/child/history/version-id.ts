import { createHash, randomBytes } from 'node:crypto';
import type { FileVersion } from '@sitedeck/contract';
import { pathOf } from '../tree/site-path';

export type VersionCause = FileVersion['cause'];

/** Time in base 36 with leading zeros, so that names sort by time; cause; random digits. */
const ID = /^([0-9a-z]{9})-([a-z]{3,12})-[0-9a-f]{8}$/;
const TIME_DIGITS = 9;
const CAUSES: Readonly<Record<VersionCause, true>> = {
  edit: true,
  upload: true,
  replace: true,
  restore: true,
  extract: true,
  move: true,
  overwrite: true,
};
const isCause = (text: string): text is VersionCause => Object.hasOwn(CAUSES, text);

let last = 0;
/** Current time, ms, but never the same value twice, so that later ids sort later. */
export function uniqueTime(): number {
  last = Math.max(last + 1, Date.now());
  return last;
}

export const timeText = (at: number): string => at.toString(36).padStart(TIME_DIGITS, '0');
export const randomDigits = (): string => randomBytes(4).toString('hex');

export const newVersionId = (cause: VersionCause): string =>
  `${timeText(uniqueTime())}-${cause}-${randomDigits()}`;

export const newMoveId = (): string => `${timeText(uniqueTime())}-${randomDigits()}`;

const moveMark = (moveId: string): string => moveId.slice(TIME_DIGITS);

/** The id of a version that a move carries: its last digits are those of the move. */
export const carriedId = (id: string, moveId: string): string =>
  id.slice(0, id.lastIndexOf('-')) + moveMark(moveId);

/** Whether a version came with that move or after it, so that it does not belong to what lay there before. */
export const isFromMoveOrLater = (id: string, moveId: string): boolean =>
  id.endsWith(moveMark(moveId)) || id.slice(0, TIME_DIGITS) > moveId.slice(0, TIME_DIGITS);

/** Parses an id; undefined for any other name, as the host may write there. */
export function readVersionId(id: string): { keptAt: number; cause: VersionCause } | undefined {
  const [, time, cause] = ID.exec(id) ?? [];
  if (time === undefined || cause === undefined || !isCause(cause)) return undefined;
  return { keptAt: Number.parseInt(time, 36), cause };
}

/** Name of the folder with one file's versions: the hash of the path's bytes. */
export const versionFolderName = (parts: readonly string[]): string =>
  createHash('sha256').update(pathOf(parts)).digest('hex');
