import { useLock } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { frameTexts } from './frame-texts';

/** Why something can't be done now, in words; nothing where it can. Takes what the control says. */
export type Blocked = (act: string) => string | undefined;

/** What begins a task waits for the one that locks the workspace. The server refuses the same, whatever this says. */
export function useBlocked(): Blocked {
  const lock = useLock();
  const text = useText(frameTexts);
  const kinds = useText('ui');
  return (act) =>
    lock.is === 'locked' ? text('lock.until', { task: kinds(`kind.${lock.task.taskType}`), act }) : undefined;
}
