import { RangeSet, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  type DecorationSet,
  gutterLineClass,
  GutterMarker,
  WidgetType,
} from '@codemirror/view';

/** A problem of a line, counted from 1. */
export interface LineProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** An edit that mends it: `text` replaces `length` characters at the column. */
  readonly fix?: { readonly title: string; readonly length: number; readonly text: string } | undefined;
}

const setProblems = StateEffect.define<readonly LineProblem[]>();

class Message extends WidgetType {
  constructor(
    readonly problem: LineProblem,
    /** The line as it was checked. */
    readonly checked: string,
  ) {
    super();
  }
  override eq({ problem, checked }: Message): boolean {
    return problem === this.problem && checked === this.checked;
  }
  override toDOM(view: EditorView): HTMLElement {
    const element = document.createElement('div');
    element.className = 'cm-problem-message';
    element.append(Object.assign(document.createElement('span'), { textContent: this.problem.message }));
    const { fix } = this.problem;
    if (fix && !view.state.readOnly) element.append(this.button(fix.title, view, element));
    return element;
  }
  override ignoreEvent(): boolean {
    return true;
  }

  private button(title: string, view: EditorView, element: HTMLElement): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sd-link-button';
    button.textContent = title;
    button.addEventListener('click', () => this.mend(view, element));
    return button;
  }

  private mend(view: EditorView, element: HTMLElement): void {
    const { column, fix } = this.problem;
    const line = view.state.doc.lineAt(view.posAtDOM(element));
    // Typing since the check may have moved the column; the next check comes within a second.
    if (!fix || line.text !== this.checked || view.state.readOnly) return;
    const from = Math.min(line.from + column - 1, line.to);
    const to = Math.min(from + fix.length, line.to);
    view.dispatch({ changes: { from, to, insert: fix.text }, selection: { anchor: from + fix.text.length } });
    view.focus();
  }
}

const numberMark = new (class extends GutterMarker {
  override elementClass = 'cm-problem-number';
})();
const lineMark = Decoration.line({ class: 'cm-problem-line' });

/** The problems of one line. */
function byLine(state: EditorState, problems: readonly LineProblem[]) {
  const lines = new Map<number, LineProblem[]>();
  for (const problem of problems) {
    const at = Math.max(1, Math.min(problem.line, state.doc.lines));
    lines.set(at, [...(lines.get(at) ?? []), problem]);
  }
  return [...lines]
    .sort(([a], [b]) => a - b)
    .map(([line, problemsHere]) => ({ line: state.doc.line(line), problemsHere }));
}

interface Marks {
  readonly lines: DecorationSet;
  readonly numbers: RangeSet<GutterMarker>;
}
const NONE: Marks = { lines: Decoration.none, numbers: RangeSet.of<GutterMarker>([]) };

function marksOf(state: EditorState, problems: readonly LineProblem[]): Marks {
  const found = byLine(state, problems);
  const lines = found.flatMap(({ line, problemsHere }) => [
    lineMark.range(line.from),
    ...problemsHere.map((problem) =>
      Decoration.widget({ widget: new Message(problem, line.text), block: true, side: 1 }).range(line.to),
    ),
  ]);
  return {
    lines: Decoration.set(lines, true),
    numbers: RangeSet.of(found.map(({ line }) => numberMark.range(line.from))),
  };
}

/** Problems move with their lines during typing, until the next check replaces them. */
const marks = StateField.define<Marks>({
  create: () => NONE,
  update: (now, transaction) => {
    const replaced = transaction.effects.find((effect) => effect.is(setProblems));
    if (replaced) return marksOf(transaction.state, replaced.value);
    if (!transaction.docChanged) return now;
    const { changes } = transaction;
    return { lines: now.lines.map(changes), numbers: now.numbers.map(changes) };
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ lines }) => lines),
    gutterLineClass.from(field, ({ numbers }) => numbers),
  ],
});

const lineStyle = EditorView.theme({
  '.cm-problem-line, .cm-problem-number.cm-gutterElement': { backgroundColor: 'var(--sd-err-tint)' },
  '.cm-problem-number.cm-gutterElement': { color: 'var(--sd-err-text)', fontWeight: '600' },
  '.cm-problem-message': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '0 16px',
    padding: '0 8px 2px 22px',
    borderLeft: '2px solid var(--sd-err-mark)',
    backgroundColor: 'var(--sd-err-tint)',
    color: 'var(--sd-err-text)',
    fontFamily: 'var(--sd-font)',
    fontSize: '12px',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
    position: 'relative',
  },
  '.cm-problem-message::before': { content: '"↑"', position: 'absolute', left: '8px' },
});

/** Tints lines with problems and shows the messages below each. */
export const lineProblems: Extension = [marks, lineStyle];

export const showProblems = (view: EditorView, problems: readonly LineProblem[]): void =>
  view.dispatch({ effects: setProblems.of(problems) });
