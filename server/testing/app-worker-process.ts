import { appTasks } from '#features/apps/worker/tasks';
import { appMachine, appToolsOver, type AppToolParts } from './app-tools';
import { runOrders, workerTools, type ImageWorkerParts } from './image-worker-process';

/** What the process needs of its test. */
export interface AppWorkerParts extends ImageWorkerParts {
  readonly apps: AppToolParts;
}

async function main(parts: AppWorkerParts): Promise<void> {
  const { tools, databases } = await workerTools(parts);
  const machine = await appMachine(parts.apps);
  await runOrders(tools, appTasks(appToolsOver(tools, { ...parts.apps, machine, databases })));
}

const [, script = '', parts] = process.argv;
if (script.endsWith('app-worker-process.mjs') && parts !== undefined)
  void main(JSON.parse(parts) as AppWorkerParts);
