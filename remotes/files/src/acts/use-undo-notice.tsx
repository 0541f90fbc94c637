import { TASK_TOAST_MS } from '@sitedeck/contract';
import { Button, sharedTexts, useFeedback, useText } from '@sitedeck/ui/core';
import { type ReactNode, useId, useRef } from 'react';
import { type Change, rememberChange } from './last-change';

interface Undoable {
  readonly title: string;
  /** What failed; such a notice stays until it is closed. */
  readonly failures?: ReactNode;
  readonly change: Change;
  readonly undo: () => void;
}

/** Announces a change with an undo button, and remembers it for the undo key. */
export function useUndoNotice(): (undoable: Undoable) => void {
  const { notification } = useFeedback();
  const shared = useText(sharedTexts);
  const id = useId();
  const count = useRef(0);
  return ({ title, failures, change, undo }) => {
    const key = `${id}${String((count.current += 1))}`;
    const take = rememberChange(change, () => notification.destroy(key));
    const onUndo = () => {
      if (take()) undo();
    };
    const actions = (
      <Button size="small" onClick={onUndo}>
        {shared('act.undo')}
      </Button>
    );
    if (failures === undefined)
      notification.success({ key, title, duration: TASK_TOAST_MS / 1000, role: 'status', actions });
    else notification.error({ key, title, description: failures, duration: 0, role: 'alert', actions });
  };
}
