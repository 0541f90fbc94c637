import { useLock } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { databaseTexts } from '../database-texts';

/** Why something can't be done now, in words; nothing where it can. Takes what the control says. */
export type Blocked = (act: string) => string | undefined;

/** Every control that changes the database asks here. The server refuses the same, whatever this says. */
export function useBlocked(): Blocked {
  const lock = useLock();
  const text = useText(databaseTexts);
  const kinds = useText('ui');
  return (act) =>
    lock.is === 'locked' ? text('lock.until', { task: kinds(`kind.${lock.task.taskType}`), act }) : undefined;
}
