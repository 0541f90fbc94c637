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
  readonly message: string;
}

const setProblems = StateEffect.define<readonly LineProblem[]>();

class Message extends WidgetType {
  constructor(readonly message: string) {
    super();
  }
  override eq({ message }: Message): boolean {
    return message === this.message;
  }
  override toDOM(): HTMLElement {
    const element = document.createElement('div');
    element.className = 'cm-problem-message';
    element.textContent = this.message;
    return element;
  }
}

const numberMark = new (class extends GutterMarker {
  override elementClass = 'cm-problem-number';
})();
const lineMark = Decoration.line({ class: 'cm-problem-line' });

/** The problems of one line. */
function byLine(state: EditorState, problems: readonly LineProblem[]) {
  const lines = new Map<number, string[]>();
  for (const { line, message } of problems) {
    const at = Math.max(1, Math.min(line, state.doc.lines));
    lines.set(at, [...(lines.get(at) ?? []), message]);
  }
  return [...lines]
    .sort(([a], [b]) => a - b)
    .map(([line, messages]) => ({ ...lineOf(state, line), messages }));
}

const lineOf = (state: EditorState, line: number) => {
  const { from, to } = state.doc.line(line);
  return { from, to };
};

interface Marks {
  readonly lines: DecorationSet;
  readonly numbers: RangeSet<GutterMarker>;
}
const NONE: Marks = { lines: Decoration.none, numbers: RangeSet.of<GutterMarker>([]) };

function marksOf(state: EditorState, problems: readonly LineProblem[]): Marks {
  const found = byLine(state, problems);
  const lines = found.flatMap(({ from, to, messages }) => [
    lineMark.range(from),
    ...messages.map((message) =>
      Decoration.widget({ widget: new Message(message), block: true, side: 1 }).range(to),
    ),
  ]);
  return {
    lines: Decoration.set(lines, true),
    numbers: RangeSet.of(found.map(({ from }) => numberMark.range(from))),
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
