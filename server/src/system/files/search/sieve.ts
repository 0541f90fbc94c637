import { isRefusal } from '../../refusal';
import { encodeText } from '../text-encoding';
import { toolPattern, type TextWish } from './pattern';
import { ripgrep, sift, type Sieve } from './ripgrep';

const ASCII = /^\p{ASCII}*$/u;
const hex = (code: number) => code.toString(16).padStart(2, '0');

/** No character of it means anything but itself. */
const literalPattern = (text: string): string =>
  text.replace(/[^A-Za-z0-9\u{80}-\u{10ffff}]/gu, (unit) => `\\x${hex(unit.charCodeAt(0))}`);

/** The same characters as the bytes of GBK, where it has them. */
function gbkPattern(text: string): readonly string[] {
  try {
    const bytes = [...encodeText(text, 'gbk', false)].map((byte) => `\\x${hex(byte)}`);
    return [`(?-u:${bytes.join('')})`];
  } catch (error) {
    if (isRefusal(error)) return [];
    throw error;
  }
}

/** Runs of the tool that together let pass whatever may hold the text, in UTF-8 and in GBK. */
function sievesOf(wish: TextWish): readonly Sieve[] {
  const { matchCase } = wish;
  if (wish.regex) {
    const pattern = toolPattern(wish);
    return [
      { pattern, matchCase },
      { pattern, matchCase, encoding: 'gbk' },
    ];
  }
  const gbk = ASCII.test(wish.text) ? [] : gbkPattern(wish.text);
  return [{ pattern: [literalPattern(wish.text), ...gbk].join('|'), matchCase }];
}

export type Sift = (cwd: string, paths: readonly string[], signal: AbortSignal) => Promise<readonly string[]>;

/** Names the files worth opening; all of them where the tool is missing or does not know what a line's end is. */
export async function sieveFor(wish: TextWish): Promise<Sift> {
  const isForTool = wish.regex || !/[\n\r\0]/.test(wish.text);
  if (!isForTool || (await ripgrep()) === undefined) return (_cwd, paths) => Promise.resolve(paths);
  const sieves = sievesOf(wish);
  return async (cwd, paths, signal) => {
    const passed = await Promise.all(sieves.map((sieve) => sift(sieve, { cwd, paths, signal })));
    return [...new Set(passed.flat())];
  };
}
