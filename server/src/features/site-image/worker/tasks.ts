import type { ImplementedTask } from '#queue/worker/run-task';
import { implementCreate } from './create-image';
import { implementDeploy } from './deploy-image';
import type { SiteImageTools } from './tools';

/** The tasks of site images that the worker runs. */
export const siteImageTasks = (tools: SiteImageTools): readonly ImplementedTask[] => [
  implementCreate(tools),
  implementDeploy(tools),
];
