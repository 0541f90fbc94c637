import { readSync } from 'node:fs';
import type { TextEncoding } from '@sitedeck/contract';
import { isRefusal, Refusal } from '#faults/refusal';
import { openRegularFile, type OpenFile } from '../tree/open-file';
import { partsOf } from '../tree/site-path';
import { commonestEncoding } from '../text/double-byte';
import { decodeText } from '../text/text-encoding';
import type { Verb } from '../verb';
import { locate } from '../tree/walk';

const LINE_END = 10;
/** Most bytes of one character, in any encoding. */
const CHARACTER_BYTES = 4;

function readAt(content: OpenFile, from: number, bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(bytes);
  let done = 0;
  for (let got = -1; got !== 0 && done < bytes; done += got)
    got = readSync(content.fd, buffer, done, bytes - done, from + done);
  return buffer.subarray(0, done);
}

interface Piece {
  readonly bytes: Buffer;
  readonly from: number;
}

/** Cuts a piece to complete lines, if it contains any. */
function completeLines(
  piece: Piece,
  { size, isFirst }: { readonly size: number; readonly isFirst: boolean },
): Piece {
  const { bytes, from } = piece;
  const isLast = from + bytes.length >= size;
  const firstEnd = bytes.indexOf(LINE_END);
  const start = isFirst || firstEnd === -1 || firstEnd === bytes.length - 1 ? 0 : firstEnd + 1;
  const lastEnd = bytes.lastIndexOf(LINE_END);
  const end = isLast || lastEnd < start ? bytes.length : lastEnd + 1;
  return { bytes: bytes.subarray(start, end), from: from + start };
}

/** The piece with a few bytes less at either end: one of these cuts falls between characters. */
const trimmed = ({ bytes, from }: Piece): Piece[] =>
  Array.from({ length: CHARACTER_BYTES ** 2 }, (_, index) => {
    const [head, tail] = [Math.floor(index / CHARACTER_BYTES), index % CHARACTER_BYTES];
    return { bytes: bytes.subarray(head, Math.max(head, bytes.length - tail)), from: from + head };
  });

interface ReadPiece extends Piece {
  readonly content: string;
  readonly encoding: TextEncoding;
}

function attempt(piece: Piece, encoding: TextEncoding): ReadPiece | Refusal {
  try {
    return { ...piece, content: decodeText(piece.bytes, encoding).content, encoding };
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}

/** Encodings to try, guessed from complete lines: the part may begin and end within a character. */
function likely(bytes: Buffer): readonly TextEncoding[] {
  const [first, last] = [bytes.indexOf(LINE_END) + 1, bytes.lastIndexOf(LINE_END)];
  const guess = last > first ? commonestEncoding([bytes.subarray(first, last)]) : undefined;
  return ['utf-8', guess ?? 'gbk', 'latin1'];
}

function decoded(piece: Piece, wanted: TextEncoding | undefined): ReadPiece {
  let last: Refusal | undefined;
  for (const encoding of wanted === undefined ? likely(piece.bytes) : [wanted]) {
    for (const part of trimmed(piece)) {
      const read = attempt(part, encoding);
      if (!isRefusal(read)) return read;
      last = read;
      if (last.reason === 'not-a-text') throw last;
    }
  }
  throw last ?? new Refusal('wrong-encoding');
}

/** Reads a part of a text of any size; a negative offset counts from the end. */
export const readWindow: Verb<'readWindow'> = async (body, { disk }) => {
  using spot = locate(disk.root, partsOf(body.path));
  using content = openRegularFile(spot.folder, spot.name);
  const { size, mtimeMs } = content.stats;
  const from = body.offset < 0 ? Math.max(0, size + body.offset) : body.offset;
  if (from > size) throw new Refusal('bad-input', { field: 'offset', values: { field: 'offset' } });
  const isFirst = from === 0 || readAt(content, from - 1, 1)[0] === LINE_END;
  const bytes = readAt(content, from, Math.min(body.bytes, size - from));
  const piece = completeLines({ bytes, from }, { size, isFirst });
  const read = decoded(piece, body.encoding);
  return {
    content: read.content,
    encoding: read.encoding,
    from: read.from,
    to: read.from + read.bytes.length,
    size,
    mtime: Math.trunc(mtimeMs),
  };
};
