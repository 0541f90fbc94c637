import { stagingTasks } from '#features/staging/worker/tasks';
import { runOrders, workerTools, type ImageWorkerParts } from './image-worker-process';
import { stagingToolsOver } from './staging-tools';

/** What the process needs of its test. */
export interface StagingWorkerParts extends ImageWorkerParts {
  /** Port of the sites. */
  readonly port: number;
}

async function main(parts: StagingWorkerParts): Promise<void> {
  const { tools, databases } = await workerTools(parts);
  const applySites = () => Promise.resolve();
  await runOrders(tools, stagingTasks(stagingToolsOver(tools, { databases, port: parts.port, applySites })));
}

const [, script = '', parts] = process.argv;
if (script.endsWith('staging-worker-process.mjs') && parts !== undefined)
  void main(JSON.parse(parts) as StagingWorkerParts);
