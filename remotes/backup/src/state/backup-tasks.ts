import type { Task, TaskKind } from '@sitedeck/contract';
import { isActive } from '@sitedeck/sdk';

const KINDS: ReadonlySet<TaskKind> = new Set<TaskKind>([
  'WEB_BACKUP',
  'WEB_BACKUP_RESTORE',
  'DB_BACKUP',
  'DB_BACKUP_RESTORE',
  'BACKUP_VERIFY',
  'BACKUP_REPAIR',
  'BACKUP_FETCH',
]);

/** Tasks that make points, or work with them. */
export const backupTasks = (tasks: readonly Task[]): readonly Task[] =>
  tasks.filter(({ taskType }) => KINDS.has(taskType));

/** Those that wait or run. */
export const openBackupTasks = (tasks: readonly Task[]): readonly Task[] =>
  backupTasks(tasks).filter(isActive);
