import { indentUnit } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';

/** What the Tab key inserts. `size` columns are one step, and a tab is as wide. */
export interface Indent {
  readonly by: 'tab' | 'spaces';
  readonly size: number;
}

const LINES_LOOKED_AT = 1000;
const FALLBACK: Indent = { by: 'spaces', size: 4 };

export const indentExtension = ({ by, size }: Indent): Extension => [
  indentUnit.of(by === 'tab' ? '\t' : ' '.repeat(size)),
  EditorState.tabSize.of(size),
];

/** Detects the indentation of a text: tabs if more lines begin with one, else the smallest common step of spaces. */
export function indentOf(content: string): Indent {
  let tabs = 0;
  let before = 0;
  const steps = new Map<number, number>();
  for (const line of content.split('\n', LINES_LOOKED_AT)) {
    if (line.trim() === '') continue;
    if (line.startsWith('\t')) {
      tabs += 1;
      continue;
    }
    const spaces = line.length - line.trimStart().length;
    const step = spaces - before;
    if (step > 1 && step <= 8) steps.set(step, (steps.get(step) ?? 0) + 1);
    before = spaces;
  }
  const [most] = [...steps].sort(([a, timesA], [b, timesB]) => timesB - timesA || a - b);
  const counted = most?.[1] ?? 0;
  if (tabs > counted) return { by: 'tab', size: 4 };
  return most ? { by: 'spaces', size: most[0] } : FALLBACK;
}
