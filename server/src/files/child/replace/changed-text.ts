import { Refusal } from '#faults/refusal';
import type { VerbContext } from '../verb';
import { literalExpression, type TextWish } from '../search/pattern';
import { findAll } from '../search/ripgrep';
import { TextLines, type Span } from '../search/text-lines';

export interface ReplaceWish extends TextWish {
  readonly replacement: string;
}

/** What takes the place of a part of the text. */
interface Change extends Span {
  readonly replacement: string;
}

export interface ChangedText {
  readonly lines: TextLines;
  /** In order, none within another. */
  readonly changes: readonly Change[];
  readonly content: string;
}

/** More in one file is more than anybody looks through. */
const MOST_CHANGES = 200_000;
/** A text may grow to this many times what is searched at most, characters. */
const GROWN_CHARACTERS = 64 * 1024 * 1024;

function literalChanges(lines: TextLines, { replacement, ...wish }: ReplaceWish): Change[] {
  const changes: Change[] = [];
  for (const match of lines.plain.matchAll(literalExpression(wish))) {
    if (changes.length === MOST_CHANGES) throw new Refusal('too-many-changes');
    changes.push({ start: match.index, end: match.index + match[0].length, replacement });
  }
  return changes;
}

async function expressionChanges(
  lines: TextLines,
  wish: ReplaceWish,
  context: VerbContext,
): Promise<readonly Change[]> {
  const { found, cut } = await findAll(lines.plain, wish, context);
  if (cut || found.length > MOST_CHANGES) throw new Refusal('too-many-changes');
  return found;
}

function applied(text: string, changes: readonly Change[]): string {
  const pieces: string[] = [];
  let [at, size] = [0, text.length];
  for (const { start, end, replacement } of changes) {
    pieces.push(text.slice(at, start), replacement);
    at = end;
    size += replacement.length - (end - start);
  }
  if (size > GROWN_CHARACTERS) throw new Refusal('too-many-changes');
  return pieces.join('') + text.slice(at);
}

/** New lines of a replacement end as the lines of the text do. */
function lineEndsOf(text: string): (replacement: string) => string {
  const isDos = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
  return (replacement) => (isDos ? replacement.replace(/\r?\n/g, '\r\n') : replacement);
}

/** A text with everything replaced that fits. Refuses `too-many-changes`, and what the expression is refused for. */
export async function changedText(
  text: string,
  wish: ReplaceWish,
  context: VerbContext,
): Promise<ChangedText> {
  const lines = new TextLines(text);
  const found = wish.regex ? await expressionChanges(lines, wish, context) : literalChanges(lines, wish);
  const ended = lineEndsOf(text);
  const changes = found.map(({ start, end, replacement }) => ({
    start: lines.placeOf(start),
    end: lines.placeOf(end),
    replacement: ended(replacement),
  }));
  return { lines, changes, content: applied(text, changes) };
}
