import type { TextMatch } from '@sitedeck/contract';
import type { TextMatches } from './find-in-texts';
import { cutLine, type Span, type TextLines } from './text-lines';

/** UTF-16 units of a long line that are shown, and how many of them before the first match. */
const SHOWN = 400;
const BEFORE = 80;
const CONTEXT_SHOWN = 200;

const around = (lines: TextLines, from: number, to: number): string[] => {
  const [first, last] = [Math.max(0, from), Math.min(lines.count, to)];
  const numbers = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  return numbers.map((line) => cutLine(lines.line(line), 0, CONTEXT_SHOWN).text);
};

/** Matches of one line; a long line gives several parts, each with the matches in it. */
function shownLine(
  lines: TextLines,
  line: number,
  spans: readonly Span[],
): Pick<TextMatch, 'text' | 'ranges'>[] {
  const full = lines.line(line);
  const start = lines.startOf(line);
  const inLine = spans.map((span) => [span.start - start, Math.min(span.end - start, full.length)] as const);
  const shown: Pick<TextMatch, 'text' | 'ranges'>[] = [];
  for (let next = 0; next < inLine.length;) {
    const [first = 0] = inLine[next] ?? [];
    const { text, from } =
      full.length <= SHOWN ? { text: full, from: 0 } : cutLine(full, first - BEFORE, SHOWN);
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

/** The matches of one file for the page, with lines around them. */
export function shownMatches(
  { lines, spans }: Pick<TextMatches, 'lines' | 'spans'>,
  context: number,
): TextMatch[] {
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
