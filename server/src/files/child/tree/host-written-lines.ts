import { closeSync, fstatSync, readSync } from 'node:fs';
import { lineBytes } from '#system/streams/line-reader';
import { errnoOf } from '#files/link/errno';
import type { Folder } from './walk';

/** More than a note of ours ever has: what exceeds it was written by somebody else. */
export interface LineBounds {
  readonly bytes: number;
  readonly lines: number;
  readonly lineBytes: number;
}

/** A kill or a full disk spoils a line or two; to pass over a million takes half a minute. */
const SPOILED_LINES = 1000;

const PIECE_BYTES = 64 * 1024;
/** A link, a socket, or what its owner closed, in the place of a note. */
const NO_NOTE = ['ELOOP', 'ENXIO', 'ENODEV', 'EACCES'];

function* piecesOf(fd: number): Generator<Buffer> {
  for (;;) {
    // Each its own: a line may be kept as a part of it.
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    const count = readSync(fd, piece);
    if (count === 0) return;
    yield piece.subarray(0, count);
  }
}

/** undefined where it is none of ours: it may grow while it is read, so that its size alone says too little. */
function linesIn<T>(fd: number, bounds: LineBounds, take: (line: string, index: number) => T | undefined) {
  const stats = fstatSync(fd);
  if (!stats.isFile() || stats.size > bounds.bytes) return undefined;
  const taken: T[] = [];
  const seen = { bytes: 0, lines: 0, spoiled: 0, tooLong: false };
  const within = () =>
    seen.bytes <= bounds.bytes &&
    seen.lines <= bounds.lines &&
    seen.spoiled <= SPOILED_LINES &&
    !seen.tooLong;
  const overflow = () => (seen.tooLong = true);
  const push = lineBytes(
    (line) => {
      seen.lines += 1;
      seen.tooLong ||= line.length > bounds.lineBytes;
      const one = within() ? take(line.toString('utf8'), seen.lines - 1) : undefined;
      if (one === undefined) seen.spoiled += 1;
      else taken.push(one);
    },
    overflow,
    bounds.lineBytes,
  );
  for (const piece of piecesOf(fd)) {
    seen.bytes += piece.length;
    push(piece);
    if (!within()) return undefined;
  }
  return taken;
}

/**
 * Whole lines of a note in a place where the host writes, too: it is read in pieces and never waited for, and one that
 * is no regular file or exceeds its bounds is `broken`. What follows the last line end was cut by a kill.
 * @param take undefined for a line that is none
 */
export function hostLines<T>(
  { folder, name }: { readonly folder: Folder; readonly name: string },
  bounds: LineBounds,
  take: (line: string, index: number) => T | undefined,
): readonly T[] | 'none' | 'broken' {
  try {
    const fd = folder.openForReading(name);
    try {
      return linesIn(fd, bounds, take) ?? 'broken';
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    const code = errnoOf(error) ?? '';
    if (code === 'ENOENT') return 'none';
    if (NO_NOTE.includes(code)) return 'broken';
    throw error;
  }
}
