import type { CallReply, previewReplace } from '@sitedeck/contract';
import { cutLine } from '../search/text-lines';
import type { ChangedText } from './changed-text';

type ChangedLine = CallReply<typeof previewReplace>['files'][number]['lines'][number];

/** UTF-16 units of a long line that are shown, and how many of them before its first change. */
const SHOWN = 400;
const BEFORE = 80;

/** The changed lines for the page, each before and after the replacement. */
export function changedLines({ lines, changes }: ChangedText, most: number): ChangedLine[] {
  const shown: ChangedLine[] = [];
  for (let next = 0; next < changes.length && shown.length < most;) {
    const first = changes[next];
    if (!first) break;
    const line = lines.lineAt(first.start);
    const from = lines.startOf(line);
    let last = lines.lineAt(first.end);
    let [before, after, at] = ['', '', from];
    // A change that ends in another line includes that line.
    for (; next < changes.length; next += 1) {
      const change = changes[next];
      if (!change || lines.lineAt(change.start) > last) break;
      before += lines.text.slice(at, change.end);
      after += lines.text.slice(at, change.start) + change.replacement;
      at = change.end;
      last = Math.max(last, lines.lineAt(change.end));
    }
    const rest = lines.text.slice(at, lines.startOf(last) + lines.line(last).length);
    const begin = first.start - from - BEFORE;
    const window = (full: string) => (full.length <= SHOWN ? full : cutLine(full, begin, SHOWN).text);
    shown.push({ line: line + 1, before: window(before + rest), after: window(after + rest) });
  }
  return shown;
}
