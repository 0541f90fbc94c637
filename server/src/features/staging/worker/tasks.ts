import type { ImplementedTask } from '#queue/worker/run-task';
import { implementCreateStaging } from './create-staging';
import { implementPushStaging } from './push-staging';
import type { StagingTools } from './tools';

/** The tasks of staging copies that the worker runs. */
export const stagingTasks = (tools: StagingTools): readonly ImplementedTask[] => [
  implementCreateStaging(tools),
  implementPushStaging(tools),
];
