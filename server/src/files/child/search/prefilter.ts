import { isRefusal } from '#faults/refusal';
import { encodeText } from '../text/text-encoding';
import type { VerbContext } from '../verb';
import { toolPattern, type TextWish } from './pattern';
import { OLDER_ENCODINGS, ripgrep, sift, type OlderEncoding, type Sieve } from './ripgrep';

const ASCII = /^\p{ASCII}*$/u;
const hex = (code: number) => code.toString(16).padStart(2, '0');

/** No character of it means anything but itself. */
const literalPattern = (text: string): string =>
  text.replace(/[^A-Za-z0-9\u{80}-\u{10ffff}]/gu, (unit) => `\\x${hex(unit.charCodeAt(0))}`);

/** The same characters as the bytes of an older encoding, where it has them. */
function bytesPattern(text: string, encoding: OlderEncoding): readonly string[] {
  try {
    const bytes = [...encodeText(text, encoding, false)].map((byte) => `\\x${hex(byte)}`);
    return [`(?-u:${bytes.join('')})`];
  } catch (error) {
    if (isRefusal(error)) return [];
    throw error;
  }
}

/**
 * Runs of the tool that together let pass whatever may hold the text, in UTF-8 and in the older encodings. An expression
 * in ASCII needs one of these alone: what is read in a wrong one still has its dots for characters.
 */
function sievesOf(wish: TextWish): readonly Sieve[] {
  const { matchCase } = wish;
  const isAscii = ASCII.test(wish.text);
  if (wish.regex) {
    const pattern = toolPattern(wish);
    const older = isAscii ? OLDER_ENCODINGS.slice(0, 1) : OLDER_ENCODINGS;
    return [{ pattern, matchCase }, ...older.map((encoding) => ({ pattern, matchCase, encoding }))];
  }
  const older = isAscii ? [] : OLDER_ENCODINGS.flatMap((encoding) => bytesPattern(wish.text, encoding));
  return [{ pattern: [literalPattern(wish.text), ...older].join('|'), matchCase }];
}

/** @param cwd folder that the paths are relative to */
export type Sift = (
  cwd: string,
  paths: readonly string[],
  context: VerbContext,
) => Promise<readonly string[]>;

/** Names the files worth opening; all of them where the tool is missing or does not know what a line's end is. */
export async function sieveFor(wish: TextWish): Promise<Sift> {
  const isForTool = wish.regex || !/[\n\r\0]/.test(wish.text);
  if (!isForTool || (await ripgrep()) === undefined) return (_cwd, paths) => Promise.resolve(paths);
  const sieves = sievesOf(wish);
  return async (cwd, paths, context) => {
    const passed = await Promise.all(sieves.map((sieve) => sift(sieve, { cwd, paths, context })));
    return [...new Set(passed.flat())];
  };
}
