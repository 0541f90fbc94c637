import type { TextMatch } from '@sitedeck/contract';
import type { Finds } from './find-in-texts';
import { cut, type Span, type TextLines } from './text-lines';

/** Of a long line, UTF-16 units: what is shown, and of that before the first match. */
const SHOWN = 400;
const BEFORE = 80;
const CONTEXT_SHOWN = 200;

const around = (lines: TextLines, from: number, to: number): string[] => {
  const [first, last] = [Math.max(0, from), Math.min(lines.count, to)];
  const numbers = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  return numbers.map((line) => cut(lines.line(line), 0, CONTEXT_SHOWN).text);
};

/** Matches of one line; of a long one those that fit into what is shown, the others come after as a place of their own. */
function shownLine(
  lines: TextLines,
  line: number,
  spans: readonly Span[],
): Pick<TextMatch, 'text' | 'ranges'>[] {
  const whole = lines.line(line);
  const start = lines.startOf(line);
  const inLine = spans.map((span) => [span.start - start, Math.min(span.end - start, whole.length)] as const);
  const shown: Pick<TextMatch, 'text' | 'ranges'>[] = [];
  for (let next = 0; next < inLine.length;) {
    const [first = 0] = inLine[next] ?? [];
    const { text, from } =
      whole.length <= SHOWN ? { text: whole, from: 0 } : cut(whole, first - BEFORE, SHOWN);
    const until = from + text.length;
    const ranges: [number, number][] = [];
    for (; next < inLine.length; next += 1) {
      const [begin = 0, end = 0] = inLine[next] ?? [];
      if (ranges.length > 0 && begin >= until) break;
      ranges.push([begin - from, Math.min(end, until) - from]);
    }
    shown.push({ text, ranges });
  }
  return shown;
}

/** What a page shows of the matches of one file. */
export function shownMatches({ lines, spans }: Pick<Finds, 'lines' | 'spans'>, context: number): TextMatch[] {
  const byLine = new Map<number, Span[]>();
  for (const span of spans) {
    const line = lines.lineAt(span.start);
    const known = byLine.get(line);
    if (known) known.push(span);
    else byLine.set(line, [span]);
  }
  return [...byLine].flatMap(([line, own]) =>
    shownLine(lines, line, own).map((shown) => ({
      line: line + 1,
      ...shown,
      before: around(lines, line - context, line),
      after: around(lines, line + 1, line + 1 + context),
    })),
  );
}
