import { useLock } from '@sitedeck/sdk';
import { sharedTexts, useText } from '@sitedeck/ui/core';

/** Why the host can't be changed now, in words; the bar above the page names the task. */
export function useLockReason(): string | undefined {
  const shared = useText(sharedTexts);
  return useLock().is === 'locked' ? shared('lock.locked') : undefined;
}
