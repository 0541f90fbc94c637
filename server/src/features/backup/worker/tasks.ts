import type { ImplementedTask } from '#queue/worker/run-task';
import { implementBackups } from './points/create-point';
import { implementVerification } from './points/verify-task';
import { implementRestores } from './restore/restore-task';
import { implementFetch } from './targets/fetch-task';
import type { BackupTools } from './tools';

/** Every task kind of this feature, as the worker runs it. */
export const backupTasks = (tools: BackupTools): readonly ImplementedTask[] => [
  ...implementBackups(tools),
  ...implementRestores(tools),
  ...implementVerification(tools),
  implementFetch(tools),
];
