import { useLock } from '@sitedeck/sdk';
import { sharedTexts } from '../i18n/shared-texts';
import { taskNameKey } from '../progress/task-name';
import { useText } from '../i18n/use-text';

/** Takes the label of a control and returns why it can't be used now; undefined if it can. */
export type BlockedReason = (label: string) => string | undefined;

/** Reason to disable controls while a task locks the workspace. The server refuses the same calls on its own. */
export function useBlocked(): BlockedReason {
  const lock = useLock();
  const text = useText(sharedTexts);
  return (label) =>
    lock.is === 'locked' ? text('lock.until', { task: text(taskNameKey(lock.task)), act: label }) : undefined;
}
