import { isUtf8 } from 'node:buffer';
import { JsonText } from './json-text';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const LETTER_U = 0x75;
const FIRST_PRINTABLE = 0x20;
/** Brackets and braces differ in this bit. */
const BRACE_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;
/** The characters `"\/bfnrt`, which may follow a backslash. */
const ESCAPED: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'));

/** The member of the file calls that holds the text of a file. */
export const TEXT_MEMBER = 'content';

/** The most bytes that everything except the large text may take. */
const REST_MAX = 64 * 1024;

const isHex = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const isHexEscape = (bytes: Buffer, from: number): boolean =>
  [0, 1, 2, 3].every((index) => isHex(bytes[from + index] ?? 0));

/** Length of the escape that begins with this backslash; 0 if JSON has no such escape. */
function escapeLength(bytes: Buffer, at: number): number {
  const sign = bytes[at + 1] ?? 0;
  if (ESCAPED.has(sign)) return 2;
  return sign === LETTER_U && isHexEscape(bytes, at + 2) ? 6 : 0;
}

interface ScannedString {
  /** Index after the closing quote. */
  readonly end: number;
  /** UTF-16 units of the string's value, as `length` counts them. */
  readonly units: number;
}

/** @param start index of the opening quote @returns undefined if no JSON string begins there */
function scanString(bytes: Buffer, start: number): ScannedString | undefined {
  if (bytes[start] !== QUOTE) return undefined;
  let units = 0;
  for (let at = start + 1; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return { end: at + 1, units };
    if (byte < FIRST_PRINTABLE) return undefined;
    if (byte === BACKSLASH) {
      const length = escapeLength(bytes, at);
      if (length === 0) return undefined;
      at += length;
      units += 1;
      continue;
    }
    // A continuation byte adds no unit; a character of four bytes has two.
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
    at += 1;
  }
  return undefined;
}

/** UTF-16 units of the JSON string in these bytes; undefined if they are not exactly one JSON string. */
export function unitsOfJsonString(bytes: Buffer): number | undefined {
  const scanned = scanString(bytes, 0);
  return scanned?.end === bytes.length && isUtf8(bytes) ? scanned.units : undefined;
}

interface Span extends ScannedString {
  readonly start: number;
}

const skipSpace = (bytes: Buffer, from: number): number => {
  let at = from;
  while (isSpace(bytes[at])) at += 1;
  return at;
};

/**
 * Finds the string of a member of the outermost object.
 * @returns 'none' if there is no such member or it is not a string, 'broken' if it occurs twice or a string has no end
 */
function findString(bytes: Buffer, name: string): Span | 'none' | 'broken' {
  const key = Buffer.from(JSON.stringify(name));
  let [depth, found]: [number, Span | undefined] = [0, undefined];
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      const scanned = scanString(bytes, at);
      if (!scanned) return 'broken';
      const isKey = depth === 1 && bytes.subarray(at, scanned.end).equals(key);
      const colon = isKey ? skipSpace(bytes, scanned.end) : -1;
      at = scanned.end;
      if (colon === -1 || bytes[colon] !== COLON) continue;
      const start = skipSpace(bytes, colon + 1);
      const value = scanString(bytes, start);
      if (found) return 'broken';
      if (!value) continue;
      found = { start, ...value };
      at = value.end;
      continue;
    }
    if ((byte | BRACE_BIT) === OPENING) depth += 1;
    else if ((byte | BRACE_BIT) === CLOSING) depth -= 1;
    at += 1;
  }
  return found ?? 'none';
}

/** Replaces the large text while the rest is parsed. */
const NO_TEXT = Buffer.from('""');

export interface SplitText {
  /** The object, with an empty string instead of the large one. */
  readonly rest: unknown;
  /** Undefined if there was none. */
  readonly text: JsonText | undefined;
  /** UTF-16 units of the text. */
  readonly units: number;
}

/**
 * Takes the large string of one member out of a JSON object without parsing it: it stays in bytes outside the heap.
 * Undefined if the bytes are not JSON, hold that member twice, or have more than 64 KiB besides it.
 * @param parse parses the rest; throws if it is not JSON
 */
export function splitText(
  bytes: Buffer,
  name: string,
  parse: (rest: string) => unknown = JSON.parse,
): SplitText | undefined {
  const span = findString(bytes, name);
  if (span === 'broken' || !isUtf8(bytes)) return undefined;
  const { start, end, units } = span === 'none' ? { start: bytes.length, end: bytes.length, units: 0 } : span;
  if (bytes.length - (end - start) > REST_MAX) return undefined;
  const without = [bytes.subarray(0, start), ...(span === 'none' ? [] : [NO_TEXT]), bytes.subarray(end)];
  try {
    const rest = parse(Buffer.concat(without).toString('utf8'));
    const text = span === 'none' ? undefined : new JsonText(bytes.subarray(start, end));
    return { rest, text, units };
  } catch {
    return undefined;
  }
}

/** The JSON of the object up to its large text; a closing brace follows the text. */
export function frontOfText(rest: Readonly<Record<string, unknown>>, name: string): string {
  const front = JSON.stringify(rest).slice(0, -1);
  return `${front}${front === '{' ? '' : ','}${JSON.stringify(name)}:`;
}

/** The opposite of `splitText`: the object with its large text, in JSON. */
export const joinText = (rest: Readonly<Record<string, unknown>>, name: string, text: JsonText): JsonText =>
  new JsonText(Buffer.concat([Buffer.from(frontOfText(rest, name)), text.bytes, Buffer.from('}')]));
