import type { TaskContext } from '#queue/worker/run-task';
import type { Gap } from '#system/mariadb/dump/gaps';
import {
  writeSafetyCopy,
  type SafetyCopyStore,
  type SafetyCopyRequest,
} from '#system/mariadb/dump/safety-copies';
import { safetyCopyGaps, noSafetyCopy, type Warning } from '#system/mariadb/dump/warnings';
import type { NodeDatabases } from './node-databases';

export interface SafetyCopyParts {
  readonly databases: NodeDatabases;
  readonly safetyCopyStore: SafetyCopyStore;
}

/** The part of a task's context that the tasks of this feature use. */
export type DatabaseTaskContext = Pick<TaskContext<unknown>, 'scope' | 'taskId' | 'signal' | 'progress'>;

/** Copies the database before a task changes it. The copy is kept for some days and can be restored. */
export async function takeSafetyCopy(
  { databases, safetyCopyStore }: SafetyCopyParts,
  { scope: { hostCode }, taskId, signal, progress }: DatabaseTaskContext,
  taskType: SafetyCopyRequest['kind'],
): Promise<readonly Gap[]> {
  const onBytes = (bytes: number) => progress({ bytes });
  const dump: SafetyCopyRequest['dump'] = (request) => databases.dump(hostCode, { ...request, signal });
  return writeSafetyCopy(safetyCopyStore, { hostCode, taskId, kind: taskType, dump, onBytes });
}

export interface SafetyCopyResult {
  /** Number of the task that made the safety copy; `undo` takes it. Absent if there is no copy. */
  readonly undo?: number;
  readonly warnings: readonly Warning[];
}

/**
 * As `takeSafetyCopy`, but goes on with a warning if the database can't be read: its owner most needs to replace a
 * database that is damaged.
 */
export async function trySafetyCopy(
  parts: SafetyCopyParts,
  context: DatabaseTaskContext,
  taskType: SafetyCopyRequest['kind'],
): Promise<SafetyCopyResult> {
  try {
    const gaps = await takeSafetyCopy(parts, context, taskType);
    return { undo: context.taskId, warnings: safetyCopyGaps(gaps) };
  } catch (error) {
    return { warnings: [noSafetyCopy(error)] };
  }
}
