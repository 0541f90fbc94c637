import type { Readable } from 'node:stream';
import type { HostCode } from '@sitedeck/contract';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/task-kind';
import type { Gap } from '#system/mariadb/dump/gaps';
import type { Replaced } from '#system/mariadb/swap/replace-database';
import { replaceText } from '#system/mariadb/replace-text/replace-text';
import {
  readSafety,
  writeSafety,
  type SafetyShelf,
  type SafetyWish,
} from '#system/mariadb/dump/safety-copies';
import { notMade, safetyLacks, withoutSafety, type Warning } from '#system/mariadb/dump/warnings';
import { isRefusal, Refusal } from '#faults/refusal';
import { dumpSize, openDump, type DumpFileParts } from './dump-file';
import { runExport, type ExportParts } from './export-task';
import type { HostDatabases } from './node-databases';
import { emptyTask, importTask, replaceTask, type ImportPayload } from '../tasks';

export interface TaskParts extends DumpFileParts, ExportParts {
  readonly databases: HostDatabases;
  readonly shelf: SafetyShelf;
}

type Context = Pick<TaskContext<unknown>, 'scope' | 'taskId' | 'signal' | 'progress'>;

/** What the database was before a task: kept for a while, and brought back on demand. */
async function keepSafe(
  { databases, shelf }: TaskParts,
  { scope: { hostCode }, taskId, signal, progress }: Context,
  kind: SafetyWish['kind'],
): Promise<readonly Gap[]> {
  const onBytes = (bytes: number) => progress({ bytes });
  const dump: SafetyWish['dump'] = (wish) => databases.dump(hostCode, { ...wish, signal });
  return writeSafety(shelf, { hostCode, taskId, kind, dump, onBytes });
}

interface Kept {
  /** Number of the task whose copy undoes this; absent without a copy. */
  readonly undo?: number;
  readonly warnings: readonly Warning[];
}

/** Like `keepSafe`, but tolerates a database that can't be read: that is when its owner most needs to replace it. */
async function keepWhatCanBeRead(
  parts: TaskParts,
  context: Context,
  kind: SafetyWish['kind'],
): Promise<Kept> {
  try {
    return { undo: context.taskId, warnings: safetyLacks(await keepSafe(parts, context, kind)) };
  } catch (error) {
    return { warnings: [withoutSafety(error)] };
  }
}

/** Whatever a lost worker has left in the middle ends on one of its two sides; later, where the engine is not there. */
async function settle(databases: HostDatabases, hostCode: HostCode): Promise<void> {
  await databases.ensure(hostCode).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
  });
}

interface Opened {
  readonly source: Readable;
  readonly bytes: number;
}

function readerOf(parts: TaskParts, { scope, progress }: Context, payload: ImportPayload) {
  const { host, hostCode } = scope;
  let bytesTotal = 0;
  const onRead = (bytes: number) => progress({ bytes, bytesTotal: Math.max(bytes, bytesTotal) });
  const open = async (): Promise<Opened> => {
    if ('undoes' in payload) return readSafety(parts.shelf, hostCode, payload.undoes);
    const { source, fileBytes } = await openDump(parts, host, { path: payload.objectName, onRead });
    return { source, bytes: fileBytes };
  };
  return async (): Promise<Readable> => {
    const opened = await open();
    bytesTotal = opened.bytes;
    return opened.source;
  };
}

const runImport = (parts: TaskParts): ImplementedTask =>
  implementTask(importTask, {
    run: async (context) => {
      const { payload, scope, signal, step } = context;
      const { databases } = parts;
      let kept: Kept = { warnings: [] };
      await step('safety', async () => {
        if ('objectName' in payload)
          await databases.ensureRoom(await dumpSize(parts, scope.host, payload.objectName));
        kept = await keepWhatCanBeRead(parts, context, 'DB_IMPORT');
      });
      let done: Replaced | undefined;
      await step('load', async () => {
        const isUndo = 'undoes' in payload;
        done = await databases.replace(scope.hostCode, {
          read: readerOf(parts, context, payload),
          mode: isUndo ? 'replace' : payload.mode,
          charset: isUndo ? 'utf8' : payload.charset,
          signal,
          // What was there once may be there again.
          ...(isUndo && { quota: null }),
        });
      });
      const warnings = [...kept.warnings, ...notMade(done?.lost ?? [])];
      return { ...kept, ...done, warnings };
    },
    cleanup: ({ scope }) => settle(parts.databases, scope.hostCode),
  });

const runEmpty = (parts: TaskParts): ImplementedTask =>
  implementTask(emptyTask, {
    run: async (context) => {
      const { scope, step } = context;
      let kept: Kept = { undo: context.taskId, warnings: [] };
      await step('safety', async () => void (kept = await keepWhatCanBeRead(parts, context, 'DB_EMPTY')));
      await step('empty', () => parts.databases.empty(scope.hostCode));
      return { ...kept };
    },
    cleanup: ({ scope }) => settle(parts.databases, scope.hostCode),
  });

const runReplace = (parts: TaskParts): ImplementedTask =>
  implementTask(replaceTask, {
    run: async (context) => {
      const { payload, scope, signal, step, progress, taskId } = context;
      const { databases } = parts;
      let gaps: readonly Gap[] = [];
      await step('safety', async () => void (gaps = await keepSafe(parts, context, 'DB_REPLACE')));
      let done = {};
      await step('replace', async () => {
        const { access, overQuota } = await databases.facts(scope.hostCode);
        if (overQuota) throw new Refusal('over-quota');
        done = await replaceText(
          { server: databases.server, host: access, signal, ...payload },
          (rows, current) => progress({ rows, current }),
        );
      });
      return { undo: taskId, ...done, warnings: safetyLacks(gaps) };
    },
    // One transaction: what was not committed is gone.
    cleanup: () => Promise.resolve(),
  });

/** The tasks of databases that the worker runs. */
export const databaseTasks = (parts: TaskParts): readonly ImplementedTask[] => [
  runImport(parts),
  runEmpty(parts),
  runReplace(parts),
  runExport(parts),
];
