import { isRefusal } from '#faults/refusal';
import { encodeText } from '../text/text-encoding';
import type { VerbContext } from '../verb';
import { toolPattern, type TextQuery } from './pattern';
import { OLDER_ENCODINGS, ripgrep, listCandidates, type OlderEncoding, type Filter } from './ripgrep';

const ASCII = /^\p{ASCII}*$/u;
const hex = (code: number) => code.toString(16).padStart(2, '0');

/** Escapes a text so that it matches literally. */
const literalPattern = (text: string): string =>
  text.replace(/[^A-Za-z0-9\u{80}-\u{10ffff}]/gu, (unit) => `\\x${hex(unit.charCodeAt(0))}`);

/** A pattern for the text's bytes in an older encoding, if it can be encoded. */
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
 * Runs of ripgrep that together find every file that may contain the text, in UTF-8 or an older encoding. An
 * expression in ASCII needs only one older encoding: read in a wrong one, `.` still matches a character.
 */
function filtersOf(query: TextQuery): readonly Filter[] {
  const { matchCase } = query;
  const isAscii = ASCII.test(query.text);
  if (query.regex) {
    const pattern = toolPattern(query);
    const older = isAscii ? OLDER_ENCODINGS.slice(0, 1) : OLDER_ENCODINGS;
    return [{ pattern, matchCase }, ...older.map((encoding) => ({ pattern, matchCase, encoding }))];
  }
  const older = isAscii ? [] : OLDER_ENCODINGS.flatMap((encoding) => bytesPattern(query.text, encoding));
  return [{ pattern: [literalPattern(query.text), ...older].join('|'), matchCase }];
}

/** @param cwd folder that the paths are relative to */
export type Prefilter = (
  cwd: string,
  paths: readonly string[],
  context: VerbContext,
) => Promise<readonly string[]>;

/** Picks the files worth opening: all of them if ripgrep is missing or the text has line ends. */
export async function prefilterFor(query: TextQuery): Promise<Prefilter> {
  const isForTool = query.regex || !/[\n\r\0]/.test(query.text);
  if (!isForTool || (await ripgrep()) === undefined) return (_cwd, paths) => Promise.resolve(paths);
  const filters = filtersOf(query);
  return async (cwd, paths, context) => {
    const passed = await Promise.all(
      filters.map((filter) => listCandidates(filter, { cwd, paths, context })),
    );
    return [...new Set(passed.flat())];
  };
}
