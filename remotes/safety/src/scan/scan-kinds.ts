import { isActive, useTasks } from '@sitedeck/sdk';
import type { Task } from '@sitedeck/contract';

/** Tasks that change what the page shows. */
export const SCAN_KINDS = ['SAFE_SCAN'] as const;

/** The scan that waits or runs. */
export function useRunningScan(): Task | undefined {
  return useTasks().tasks.find((task) => task.taskType === 'SAFE_SCAN' && isActive(task));
}
