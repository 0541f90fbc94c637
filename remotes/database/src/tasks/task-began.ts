import { pollTasksNow } from '@sitedeck/sdk';
import { flyToTasks } from '@sitedeck/ui/core';
import type { RefObject } from 'react';

/** Shows where a task went that has just begun, and lets the console see it at once. */
export function taskBegan(from?: RefObject<Element | null>): void {
  if (from?.current) flyToTasks(from.current);
  pollTasksNow();
}
