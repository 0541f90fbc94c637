import { syntaxTree } from '@codemirror/language';
import {
  MapMode,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView } from '@codemirror/view';

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

/** A close tag that was completed when its `</` was typed. */
interface Completed {
  /** Where it ends. */
  readonly end: number;
  /** What the user may type of it once more: `p>`. */
  readonly rest: string;
}

interface CloseTags {
  /** Where close tags begin that the editor inserted ahead of the cursor. */
  readonly ahead: readonly number[];
  readonly completed?: Completed | undefined;
}

const movedUp = StateEffect.define<Completed>({
  // The language may indent the line in the same change.
  map: ({ end, rest }, changes) => ({ end: changes.mapPos(end), rest }),
});

const closeTags = StateField.define<CloseTags>({
  create: () => ({ ahead: [] }),
  update: (now, transaction) => ({
    ahead: aheadAfter(now, transaction),
    completed: completedAfter(now, transaction),
  }),
});

/** The text that a language inserts by itself, and where. */
function completions(transaction: Transaction): readonly { readonly from: number; readonly text: string }[] {
  const found: { from: number; text: string }[] = [];
  if (transaction.isUserEvent('input.complete'))
    transaction.changes.iterChanges((...[, , from, , text]) => found.push({ from, text: text.toString() }));
  return found;
}

function aheadAfter({ ahead }: CloseTags, transaction: Transaction): readonly number[] {
  if (!transaction.docChanged) return ahead;
  const kept = ahead
    .map((from) => transaction.changes.mapPos(from, 1, MapMode.TrackAfter))
    .filter((from) => from !== null);
  const inserted = completions(transaction).filter(({ text }) => text.startsWith('</'));
  return [...kept, ...inserted.map(({ from }) => from)];
}

function completedAfter({ completed }: CloseTags, transaction: Transaction): Completed | undefined {
  const moved = transaction.effects.find((effect) => effect.is(movedUp));
  if (moved) return moved.value;
  const inserted = completions(transaction).find(({ text }) => /^[^<]+>$/.test(text));
  if (inserted) return { end: inserted.from + inserted.text.length, rest: inserted.text };
  const goesOn = transaction.docChanged ? transaction.isUserEvent('input.type') : !transaction.selection;
  return goesOn ? completed : undefined;
}

/** Name of the innermost element that is open at a position; `undefined` if the language does not say. */
function openElementAt(state: EditorState, position: number): string | undefined {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1);
  while (node && !(node.name === 'Element' && isOpenAt(node, position))) node = node.parent;
  const name = node?.firstChild?.getChild('TagName');
  return name ? state.sliceDoc(name.from, name.to) : undefined;
}

const isOpenAt = ({ to, lastChild }: SyntaxNode, position: number): boolean =>
  to > position || !/^(Close|SelfClosing)Tag$/.test(lastChild?.name ?? '');

const TAG = /^<\/([^\s<>]*)>/;
/** More than any tag's name. */
const TAG_MAX = 200;

/** Typing `</` before an inserted close tag moves that tag to the cursor. Only white space may be between. */
function moveUp(state: EditorState, cursor: number): TransactionSpec | undefined {
  const from = cursor - 1;
  if (state.sliceDoc(from, cursor) !== '<') return undefined;
  const { ahead } = state.field(closeTags);
  const start = Math.min(...ahead.filter((position) => position >= cursor));
  if (start === Infinity || state.sliceDoc(cursor, start).trim() !== '') return undefined;
  const [tag = '', name] = TAG.exec(state.sliceDoc(start, start + TAG_MAX)) ?? [];
  if (name === undefined || name !== (openElementAt(state, from) ?? name)) return undefined;
  const end = from + tag.length;
  return {
    changes: { from, to: start },
    selection: { anchor: end },
    effects: movedUp.of({ end, rest: tag.slice('</'.length) }),
    userEvent: 'input.complete',
    scrollIntoView: true,
  };
}

/** Typing the last character of what was completed already removes what was typed of it. */
function dropRepetition(state: EditorState, cursor: number): TransactionSpec | undefined {
  const { completed } = state.field(closeTags);
  if (!completed || `${state.sliceDoc(completed.end, cursor)}>` !== completed.rest) return undefined;
  return { changes: { from: completed.end, to: cursor }, userEvent: 'delete', scrollIntoView: true };
}

type Answer = (state: EditorState, cursor: number) => TransactionSpec | undefined;
const ANSWERS: Readonly<Record<string, Answer | undefined>> = { '/': moveUp, '>': dropRepetition };

const typed = EditorView.inputHandler.of((view, ...[from, to, text]) => {
  const { state } = view;
  if (view.composing || state.readOnly || from !== to || state.selection.ranges.length > 1) return false;
  const answer = ANSWERS[text]?.(state, from);
  if (!answer) return false;
  view.dispatch(answer);
  return true;
});

/**
 * Languages insert `</p>` after `<p>`, and complete it at `</`. A user who types the close tag nevertheless gets it once.
 * It has to stand before the language in the list of extensions, since the first one handles what is typed.
 */
export const typedCloseTags: Extension = [closeTags, typed];
