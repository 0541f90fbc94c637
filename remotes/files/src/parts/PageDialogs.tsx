import { NameDialog, type NameTask } from './NameDialog';

interface Props {
  readonly asked: NameTask | undefined;
  readonly onName: (name: string) => Promise<void>;
  /** The dialog has closed: the focus goes back to the list. */
  readonly onGone: () => void;
}

export function PageDialogs({ asked, onName, onGone }: Props) {
  // Keyed: one that is still fading out must not take the next question for its own.
  return asked && <NameDialog key={keyOf(asked)} task={asked} onName={onName} onClose={onGone} />;
}

const keyOf = (task: NameTask) => (task.is === 'rename' ? `rename ${task.name}` : task.is);
