import { Refusal } from '#faults/refusal';
import type { VerbContext } from '../verb';
import { literalExpression, type TextQuery } from '../search/pattern';
import { findAll } from '../search/ripgrep';
import { TextLines, type Span } from '../search/text-lines';

export interface ReplaceRequest extends TextQuery {
  readonly replacement: string;
}

/** A part of the text and its replacement. */
interface Change extends Span {
  readonly replacement: string;
}

export interface ChangedText {
  readonly lines: TextLines;
  /** In order, without overlaps. */
  readonly changes: readonly Change[];
  readonly content: string;
}

/** Most changes in one file. */
const CHANGES_MAX = 200_000;
/** Largest text after the replacement, characters. */
const GROWN_CHARACTERS = 64 * 1024 * 1024;

function literalChanges(lines: TextLines, { replacement, ...query }: ReplaceRequest): Change[] {
  const changes: Change[] = [];
  for (const match of lines.plain.matchAll(literalExpression(query))) {
    if (changes.length === CHANGES_MAX) throw new Refusal('too-many-changes');
    changes.push({ start: match.index, end: match.index + match[0].length, replacement });
  }
  return changes;
}

async function expressionChanges(
  lines: TextLines,
  query: ReplaceRequest,
  context: VerbContext,
): Promise<readonly Change[]> {
  const { found, cut } = await findAll(lines.plain, query, context);
  if (cut || found.length > CHANGES_MAX) throw new Refusal('too-many-changes');
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

/** Gives new lines of a replacement the text's own line ends. */
function lineEndsOf(text: string): (replacement: string) => string {
  const isDos = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
  return (replacement) => (isDos ? replacement.replace(/\r?\n/g, '\r\n') : replacement);
}

/** Replaces all matches in a text. Refuses with `too-many-changes`; also refuses an invalid regular expression. */
export async function changedText(
  text: string,
  query: ReplaceRequest,
  context: VerbContext,
): Promise<ChangedText> {
  const lines = new TextLines(text);
  const found = query.regex ? await expressionChanges(lines, query, context) : literalChanges(lines, query);
  const ended = lineEndsOf(text);
  const changes = found.map(({ start, end, replacement }) => ({
    start: lines.positionOf(start),
    end: lines.positionOf(end),
    replacement: ended(replacement),
  }));
  return { lines, changes, content: applied(text, changes) };
}
