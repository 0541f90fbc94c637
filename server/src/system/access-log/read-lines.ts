import type { FileHandle } from 'node:fs/promises';

/** Longer lines are skipped, bytes: nginx writes at most some 130 kB (four per byte of its header buffers). */
export const LINE_LIMIT = 256 * 1024;
const LINE_END = 10;

export interface LinesToRead {
  /** Offset of the first byte. */
  readonly from: number;
  /** Stops at the first line that begins after this many bytes. */
  readonly limit: number;
  /** No process writes to the file any more, so text after its last line break is a line too. */
  readonly final: boolean;
  readonly onLine: (bytes: Buffer, start: number, end: number) => void;
}

export interface LinesRead {
  /** Offset of the first byte that was not read as part of a line. */
  readonly at: number;
  readonly atEnd: boolean;
}

/** Calls `onLine` for every complete line; one that is still being written is left for the next call. */
export async function readLines(
  handle: FileHandle,
  { from, limit, final, onLine }: LinesToRead,
): Promise<LinesRead> {
  const buffer = Buffer.allocUnsafe(LINE_LIMIT);
  let at = from;
  let filled = 0;
  let tooLong = false;
  while (at - from < limit) {
    const { bytesRead } = await handle.read(buffer, filled, LINE_LIMIT - filled, at + filled);
    if (bytesRead === 0) {
      if (!final) return { at, atEnd: true };
      if (filled > 0 && !tooLong) onLine(buffer, 0, filled);
      return { at: at + filled, atEnd: true };
    }
    filled += bytesRead;
    const bytes = buffer.subarray(0, filled);
    let start = 0;
    for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, start)) {
      if (!tooLong) onLine(bytes, start, end);
      tooLong = false;
      start = end + 1;
    }
    if (start === 0 && filled === LINE_LIMIT) {
      tooLong = true;
      start = filled;
    }
    buffer.copyWithin(0, start, filled);
    filled -= start;
    at += start;
  }
  return { at, atEnd: false };
}
