import { OPENING_MAX, versionComment, type EngineVersion } from './version-comment';
import type { DumpWindow } from './dump-window';

/** How its end is recognized. */
export type Comment = 'skipped' | 'comment' | 'line comment';
/** `executable`: the engine runs its content. `more`: more bytes are needed to decide. */
export type CommentStart = Comment | 'none' | 'more' | 'executable';

const SPACE = 32;
const [HASH, STAR, DASH, SLASH] = [0x23, 0x2a, 0x2d, 0x2f] as const;
const [BANG, LETTER_M] = [0x21, 0x4d] as const;

interface Reader {
  readonly engine: EngineVersion;
  /** No more bytes will come. */
  readonly isLast: boolean;
}

/** The comment that begins at this byte. */
export function commentAt(window: DumpWindow, reader: Reader): CommentStart {
  const byte = window.buffer[window.at];
  if (byte === HASH) return 'line comment';
  if (byte === DASH) return commentAtDash(window);
  return byte === SLASH ? commentAtSlash(window, reader) : 'none';
}

/** Length of the opening, bytes; a line comment may end with the next byte. */
export const openingLength = (comment: Comment): number => (comment === 'line comment' ? 1 : 2);

/** Two dashes and a blank. */
function commentAtDash({ buffer, at, end }: DumpWindow): 'none' | 'more' | 'line comment' {
  if (at + 1 < end && buffer[at + 1] !== DASH) return 'none';
  if (at + 2 >= end) return 'more';
  return (buffer[at + 2] ?? 0) <= SPACE ? 'line comment' : 'none';
}

function commentAtSlash({ buffer, at, end }: DumpWindow, { engine, isLast }: Reader): CommentStart {
  if (at + 1 < end && buffer[at + 1] !== STAR) return 'none';
  if (at + 3 >= end) return isLast ? 'none' : 'more';
  const isSpecial = buffer[at + 2] === BANG || (buffer[at + 2] === LETTER_M && buffer[at + 3] === BANG);
  if (!isSpecial) return 'comment';
  if (at + OPENING_MAX > end && !isLast) return 'more';
  const opening = buffer.toString('latin1', at, Math.min(end, at + OPENING_MAX));
  return versionComment(opening, 0, engine)?.is === 'skipped' ? 'skipped' : 'executable';
}
