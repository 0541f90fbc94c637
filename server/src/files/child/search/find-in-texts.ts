import type { VerbContext } from '../verb';
import { literalExpression, type TextWish } from './pattern';
import { findAll, type Found } from './ripgrep';
import { TextLines, type Span } from './text-lines';

/** What one text holds; `cut` where there is more than could be told. */
export interface Finds {
  readonly lines: TextLines;
  readonly spans: readonly Span[];
  readonly cut: boolean;
}

/** Matches of one text that are told. */
const MOST_IN_ONE = 500;

function literalSpans(plain: string, expression: RegExp): Pick<Finds, 'spans' | 'cut'> {
  const spans: Span[] = [];
  expression.lastIndex = 0;
  for (let match = expression.exec(plain); match !== null; match = expression.exec(plain)) {
    if (spans.length === MOST_IN_ONE) return { spans, cut: true };
    spans.push({ start: match.index, end: match.index + match[0].length });
  }
  return { spans, cut: false };
}

const placed = (lines: TextLines, { spans, cut }: Pick<Finds, 'spans' | 'cut'>): Finds => ({
  lines,
  spans: spans.map(({ start, end }) => ({ start: lines.placeOf(start), end: lines.placeOf(end) })),
  cut,
});

/** Searched as one: matches lie within lines, so none can reach from one text into the next. */
async function findTogether(
  texts: readonly TextLines[],
  wish: TextWish,
  context: VerbContext,
): Promise<Finds[]> {
  const wholes = texts.map(({ plain }) => (plain.endsWith('\n') ? plain : `${plain}\n`));
  const { found, cut } = await findAll(wholes.join(''), wish, context);
  let [from, next] = [0, 0];
  return texts.map((lines, index) => {
    const end = from + (wholes[index]?.length ?? 0);
    const spans: Span[] = [];
    for (let one: Found | undefined; (one = found[next]) && one.start < end; next += 1) {
      if (one.end > one.start) spans.push({ start: one.start - from, end: one.end - from });
    }
    from = end;
    // What comes after the last one that was told is unknown.
    const isCut = cut && next === found.length;
    return placed(lines, { spans: spans.slice(0, MOST_IN_ONE), cut: isCut || spans.length > MOST_IN_ONE });
  });
}

/** Where each of the texts holds what is wanted. Refuses `bad-pattern`, and `tool-missing` for an expression without the tool. */
export async function findInTexts(
  texts: readonly string[],
  wish: TextWish,
  context: VerbContext,
): Promise<readonly Finds[]> {
  const all = texts.map((text) => new TextLines(text));
  if (wish.regex) return all.length === 0 ? [] : findTogether(all, wish, context);
  const expression = literalExpression(wish);
  return all.map((lines) => placed(lines, literalSpans(lines.plain, expression)));
}
