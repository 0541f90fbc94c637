import type { ImplementedTask } from '#queue/worker/run-task';
import { implementScan } from './scan-task';
import type { ScanTools } from './tools';

/** The tasks of the web-shell scan that the worker runs. */
export const scanTasks = (tools: ScanTools): readonly ImplementedTask[] => [implementScan(tools)];
