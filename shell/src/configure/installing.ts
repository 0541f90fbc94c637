import type { Task } from '@sitedeck/contract';

/** The app install that covers the page while it runs. */
export const installOf = (tasks: readonly Task[]): Task | undefined =>
  tasks.find(({ taskType, taskStatus }) => taskType === 'APP_INSTALL' && taskStatus === 'RUNNING');

/** The oldest finished install whose configuration was neither done nor declined. */
export const unconfiguredOf = (tasks: readonly Task[]): Task | undefined =>
  tasks.findLast(
    ({ taskStatus, postStatus }) => taskStatus === 'RUNNING_SUCCESS' && postStatus === 'CONFIGURATION',
  );
