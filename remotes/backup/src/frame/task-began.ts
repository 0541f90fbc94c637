import { pollTasksNow } from '@sitedeck/sdk';
import { flyToTasks } from '@sitedeck/ui/core';

/** Shows where a task went that has just begun, and lets the console see it at once. */
export function taskBegan(from?: Element | null): void {
  if (from) flyToTasks(from);
  pollTasksNow();
}
