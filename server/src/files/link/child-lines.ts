import { CAT_LIMIT_BYTES } from '@sitedeck/contract/constants';

/** The largest answer is a text whose every byte takes two (a line end, what Latin-1 writes in one), and what is around it. */
export const LINE_LIMIT = 2 * CAT_LIMIT_BYTES + 1024 * 1024;
/** Of what is said while nothing is asked, bytes. */
export const UNASKED_LINE_LIMIT = 1024 * 1024;

/** Marks of structure in one line: two bytes of them may take a hundred once they are parsed. */
const MARKS_MAX = 64 * 1024;
/** In an answer about very many files. */
export const MANY_MARKS_MAX = 1_000_000;
const ABOUT_MANY: ReadonlySet<string> = new Set(['uploadStatus', 'checkUpload', 'removeFile']);
const DEPTH_MAX = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** Brackets and braces differ in this bit. */
const BRACE_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** Whether a line holds no more marks of structure than that. It is not parsed for it. */
function isLight(line: Buffer, marksMax: number): boolean {
  let [marks, depth, inString] = [0, 0, false];
  for (let at = 0; at < line.length; at += 1) {
    const byte = line[at] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COMMA) marks += 1;
    else if ((byte | BRACE_BIT) === OPENING) {
      marks += 1;
      depth += 1;
    } else if ((byte | BRACE_BIT) === CLOSING) depth -= 1;
    if (marks > marksMax || depth > DEPTH_MAX) return false;
  }
  return true;
}

/** How our own child begins an answer. */
const ANSWER = /^\{"id":(\d{1,15}),"reply":/;
const ANSWER_BEGIN = 40;

/**
 * Parses a line that a tenant's program may have written. Throws where it would take much more memory than an honest
 * one: that is found before it is parsed.
 * @param verbOf the verb of a call that waits
 */
export function parseLine(line: Buffer, verbOf: (id: number) => string | undefined): unknown {
  if (line.length <= MARKS_MAX || isLight(line, MARKS_MAX)) return JSON.parse(line.toString('utf8'));
  const [, id] = ANSWER.exec(line.toString('latin1', 0, ANSWER_BEGIN)) ?? [];
  const isAboutMany = id !== undefined && ABOUT_MANY.has(verbOf(Number(id)) ?? '');
  if (!isAboutMany || !isLight(line, MANY_MARKS_MAX)) throw new Error('A child said too much');
  const value: unknown = JSON.parse(line.toString('utf8'));
  // A name that comes twice stands for what comes last.
  const isThat = typeof value === 'object' && value !== null && 'id' in value && value.id === Number(id);
  if (!isThat || Object.keys(value).length !== 2)
    throw new Error('A child said something else than it began');
  return value;
}
