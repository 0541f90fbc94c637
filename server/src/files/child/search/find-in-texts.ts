import type { VerbContext } from '../verb';
import { literalExpression, type TextQuery } from './pattern';
import { findAll, type FoundSpan } from './ripgrep';
import { TextLines, type Span } from './text-lines';

/** The matches of one text; `cut` if there are more than a reply may contain. */
export interface TextMatches {
  readonly lines: TextLines;
  readonly spans: readonly Span[];
  readonly cut: boolean;
}

/** Most matches of one text in a reply. */
const MATCHES_PER_TEXT = 500;

function literalSpans(plain: string, expression: RegExp): Pick<TextMatches, 'spans' | 'cut'> {
  const spans: Span[] = [];
  expression.lastIndex = 0;
  for (let match = expression.exec(plain); match !== null; match = expression.exec(plain)) {
    if (spans.length === MATCHES_PER_TEXT) return { spans, cut: true };
    spans.push({ start: match.index, end: match.index + match[0].length });
  }
  return { spans, cut: false };
}

const placed = (lines: TextLines, { spans, cut }: Pick<TextMatches, 'spans' | 'cut'>): TextMatches => ({
  lines,
  spans: spans.map(({ start, end }) => ({ start: lines.positionOf(start), end: lines.positionOf(end) })),
  cut,
});

/** Searches several texts in one run: a match never spans lines, so none spans two texts. */
async function findTogether(
  texts: readonly TextLines[],
  query: TextQuery,
  context: VerbContext,
): Promise<TextMatches[]> {
  const ended = texts.map(({ plain }) => (plain.endsWith('\n') ? plain : `${plain}\n`));
  const { found, cut } = await findAll(ended.join(''), query, context);
  let [from, next] = [0, 0];
  return texts.map((lines, index) => {
    const end = from + (ended[index]?.length ?? 0);
    const spans: Span[] = [];
    for (let one: FoundSpan | undefined; (one = found[next]) && one.start < end; next += 1) {
      if (one.end > one.start) spans.push({ start: one.start - from, end: one.end - from });
    }
    from = end;
    // Matches after the last reported one are unknown.
    const isCut = cut && next === found.length;
    return placed(lines, {
      spans: spans.slice(0, MATCHES_PER_TEXT),
      cut: isCut || spans.length > MATCHES_PER_TEXT,
    });
  });
}

/** Finds the matches in each text. Refuses with `bad-pattern`, or with `tool-missing` for a regular expression if ripgrep is missing. */
export async function findInTexts(
  texts: readonly string[],
  query: TextQuery,
  context: VerbContext,
): Promise<readonly TextMatches[]> {
  const all = texts.map((text) => new TextLines(text));
  if (query.regex) return all.length === 0 ? [] : findTogether(all, query, context);
  const expression = literalExpression(query);
  return all.map((lines) => placed(lines, literalSpans(lines.plain, expression)));
}
