import { kernel } from '../kernel/cell';
import { useSdkState } from '../kernel/use-sdk-state';
import type { LocalTaskAnswer, LocalTaskStart } from '../kernel/kernel-shape';
import type { LocalTask } from './local-tasks-slice';

/** Starts a local task; refused while another one runs. */
export const startLocalTask = (task: LocalTaskStart): LocalTaskAnswer => kernel().localTasks.start(task);
export const cancelLocalTask = (id: string): void => kernel().localTasks.cancel(id);
export const dropLocalTask = (id: string): void => kernel().localTasks.drop(id);

/** Newest first; finished ones stay until dropped. */
export const useLocalTasks = (): readonly LocalTask[] => useSdkState((state) => state.localTasks);
