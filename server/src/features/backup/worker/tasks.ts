import type { ImplementedTask } from '#queue/task-kind';
import { backupTasks } from './points/backup-task';
import { verifyTasks } from './points/verify-task';
import { restoreTasks } from './restore/restore-task';
import { implementFetchTask } from './targets/fetch-task';
import type { BackupTools } from './tools';

/** Every task kind of this feature, as the worker runs it. */
export const implementBackupTasks = (tools: BackupTools): readonly ImplementedTask[] => [
  ...backupTasks(tools),
  ...restoreTasks(tools),
  ...verifyTasks(tools),
  implementFetchTask(tools),
];
