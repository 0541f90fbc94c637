import type { Blocks } from '../acts/use-blocks';
import { EditorDialog } from '../editor/EditorDialog';
import { NameDialog, type NameTask } from './NameDialog';

interface Props {
  readonly asked: NameTask | undefined;
  readonly editing: string | undefined;
  readonly blocks: Blocks;
  readonly onDirty: (dirty: boolean) => void;
  readonly onName: (name: string) => Promise<void>;
  /** The dialog has closed: the focus goes back to the list. */
  readonly onGone: () => void;
}

export function PageDialogs({ asked, editing, blocks, onDirty, onName, onGone }: Props) {
  // Keyed: one that is still fading out must not take the next question for its own.
  if (asked) return <NameDialog key={keyOf(asked)} task={asked} onName={onName} onClose={onGone} />;
  if (editing === undefined) return null;
  return (
    <EditorDialog key={editing} path={editing} blocked={blocks.anywhere} onDirty={onDirty} onClose={onGone} />
  );
}

const keyOf = (task: NameTask) => (task.is === 'rename' ? `rename ${task.name}` : task.is);
