import { closeSync, fstatSync, readSync } from 'node:fs';
import { lineBytes } from '#system/streams/line-reader';
import { codeOf } from '#faults/error-code';
import type { Folder } from './walk';

/** Limits that this service's files never exceed: another program has written a larger one. */
export interface LineBounds {
  readonly bytes: number;
  readonly lines: number;
  readonly lineBytes: number;
}

/** Broken lines that are skipped: a kill or a full disk leaves one or two. */
const BROKEN_LINES_MAX = 1000;

const PIECE_BYTES = 64 * 1024;
/** Errors for a link, a socket or a file that its owner may not read. */
const NO_NOTE = ['ELOOP', 'ENXIO', 'ENODEV', 'EACCES'];

function* piecesOf(fd: number): Generator<Buffer> {
  for (;;) {
    // A new buffer each time: a line may keep a part of it.
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    const count = readSync(fd, piece);
    if (count === 0) return;
    yield piece.subarray(0, count);
  }
}

/** Parses a line, which begins at this byte of the file; undefined for a broken one. */
export type TakeLine<T> = (line: string, index: number, at: number) => T | undefined;

/** Undefined if a limit is exceeded; checked while reading, as the file may grow. */
function linesIn<T>(fd: number, bounds: LineBounds, take: TakeLine<T>) {
  const stats = fstatSync(fd);
  if (!stats.isFile() || stats.size > bounds.bytes) return undefined;
  const taken: T[] = [];
  const seen = { bytes: 0, lines: 0, brokenLines: 0, tooLong: false, at: 0 };
  const within = () =>
    seen.bytes <= bounds.bytes &&
    seen.lines <= bounds.lines &&
    seen.brokenLines <= BROKEN_LINES_MAX &&
    !seen.tooLong;
  const overflow = () => (seen.tooLong = true);
  const push = lineBytes(
    (line) => {
      seen.lines += 1;
      seen.tooLong ||= line.length > bounds.lineBytes;
      const one = within() ? take(line.toString('utf8'), seen.lines - 1, seen.at) : undefined;
      seen.at += line.length + 1;
      if (one === undefined) seen.brokenLines += 1;
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
 * Reads the complete lines of a file that the host may write too. A file that is not regular or exceeds its
 * limits is `broken`. Ignores text after the last line end: a kill has cut it.
 */
export function readHostLines<T>(
  { folder, name }: { readonly folder: Folder; readonly name: string },
  bounds: LineBounds,
  take: TakeLine<T>,
): readonly T[] | 'none' | 'broken' {
  try {
    const fd = folder.openForReading(name);
    try {
      return linesIn(fd, bounds, take) ?? 'broken';
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code === 'ENOENT') return 'none';
    if (NO_NOTE.includes(code)) return 'broken';
    throw error;
  }
}
