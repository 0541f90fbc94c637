import type { ImplementedTask } from '#queue/worker/run-task';
import { implementInstall } from './install-app';
import type { AppTools } from './tools';
import { implementUninstall } from './uninstall-app';
import { implementUpdate } from './update-app';

/** The tasks of apps that the worker runs. */
export const appTasks = (tools: AppTools): readonly ImplementedTask[] => [
  implementInstall(tools),
  implementUpdate(tools),
  implementUninstall(tools),
];
