import type { Task, TaskKind } from '@sitedeck/contract';
import { isActive, useTaskChanges } from '@sitedeck/sdk';
import { refetchBackups } from '../backup.api';

const KINDS: readonly TaskKind[] = [
  'WEB_BACKUP',
  'WEB_BACKUP_RESTORE',
  'DB_BACKUP',
  'DB_BACKUP_RESTORE',
  'BACKUP_VERIFY',
  'BACKUP_REPAIR',
  'BACKUP_FETCH',
];

/** Tasks that create or use points. */
export const backupTasks = (tasks: readonly Task[]): readonly Task[] =>
  tasks.filter(({ taskType }) => KINDS.includes(taskType));

/** Those that wait or run. */
export const openBackupTasks = (tasks: readonly Task[]): readonly Task[] =>
  backupTasks(tasks).filter(isActive);

/** Reads all backup data again when a backup task changes, because the task may have created or verified a restore point. */
export const useRefetchAfterTasks = (): void => useTaskChanges(KINDS, refetchBackups);
