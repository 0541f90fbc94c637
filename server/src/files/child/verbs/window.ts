import { readSync } from 'node:fs';
import type { CallReply, CallRequest, readWindow, TextEncoding } from '@sitedeck/contract';
import { isRefusal, Refusal } from '#faults/refusal';
import { openContent, type Content } from '../text/content';
import { partsOf } from '../tree/site-path';
import { commonestEncoding } from '../text/double-byte';
import { decodeText } from '../text/text-encoding';
import type { Verb } from '../verb';
import { spotOf } from '../tree/walk';

type Body = CallRequest<typeof readWindow>['body'];
type Reply = CallReply<typeof readWindow>;

const LINE_END = 10;
/** Bytes of one character, at most, in any encoding offered. */
const CHARACTER_BYTES = 4;

function readAt(content: Content, from: number, bytes: number): Buffer {
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

/** From a line's beginning to a line's end, where the piece holds any: half lines belong to its neighbours. */
function wholeLines(
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

/** A line longer than the piece is cut, but not within a character: a few bytes less at either end. */
const trimmed = ({ bytes, from }: Piece): Piece[] =>
  Array.from({ length: CHARACTER_BYTES ** 2 }, (_, index) => {
    const [head, tail] = [Math.floor(index / CHARACTER_BYTES), index % CHARACTER_BYTES];
    return { bytes: bytes.subarray(head, Math.max(head, bytes.length - tail)), from: from + head };
  });

interface Read extends Piece {
  readonly content: string;
  readonly encoding: TextEncoding;
}

function attempt(piece: Piece, encoding: TextEncoding): Read | Refusal {
  try {
    return { ...piece, content: decodeText(piece.bytes, encoding).content, encoding };
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}

/** A part may begin and end within a character: whole lines tell which encoding it is. */
function likely(bytes: Buffer): readonly TextEncoding[] {
  const [first, last] = [bytes.indexOf(LINE_END) + 1, bytes.lastIndexOf(LINE_END)];
  const guess = last > first ? commonestEncoding([bytes.subarray(first, last)]) : undefined;
  return ['utf-8', guess ?? 'gbk', 'latin1'];
}

function decoded(piece: Piece, wanted: TextEncoding | undefined): Read {
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

/** Part of a text of any size; a negative offset counts from the end. */
export const readPart: Verb<Body, Reply> = async (body, { disk }) => {
  using spot = spotOf(disk.root, partsOf(body.path));
  using content = openContent(spot.folder, spot.name);
  const { size, mtimeMs } = content.stats;
  const from = body.offset < 0 ? Math.max(0, size + body.offset) : body.offset;
  if (from > size) throw new Refusal('bad-input', { field: 'offset', values: { field: 'offset' } });
  const isFirst = from === 0 || readAt(content, from - 1, 1)[0] === LINE_END;
  const bytes = readAt(content, from, Math.min(body.bytes, size - from));
  const piece = wholeLines({ bytes, from }, { size, isFirst });
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
