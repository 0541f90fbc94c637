import type { Readable } from 'node:stream';
import { implementTask, type ImplementedTask } from '#queue/worker/run-task';
import { openSafetyCopy, type CopyKind } from '#system/mariadb/dump/safety-copies';
import { notCreated } from '#system/mariadb/dump/warnings';
import type { ReplaceResult } from '#system/mariadb/swap/replace-database';
import { dumpSize, openDump, type DumpFileParts } from './dump-file';
import { settleInterrupted } from './node-databases';
import {
  trySafetyCopy,
  type DatabaseTaskContext,
  type SafetyCopyParts,
  type SafetyCopyResult,
} from './safety-copy';
import { importTask, type ImportPayload } from '../tasks';

export interface ImportParts extends DumpFileParts, SafetyCopyParts {}

interface OpenedDump {
  readonly source: Readable;
  readonly bytes: number;
}

/** Makes the function that opens the dump: the safety copy of an earlier task, or a file of the host. */
function dumpReader(parts: ImportParts, { scope, progress }: DatabaseTaskContext, payload: ImportPayload) {
  const { host, hostCode } = scope;
  let bytesTotal = 0;
  const onRead = (bytes: number) => progress({ bytes, bytesTotal: Math.max(bytes, bytesTotal) });
  const open = async (): Promise<OpenedDump> => {
    if ('undoes' in payload) return openSafetyCopy(parts.safetyCopyStore, hostCode, payload.undoes);
    const { source, fileBytes } = await openDump(parts, host, { path: payload.objectName, onRead });
    return { source, bytes: fileBytes };
  };
  return async (): Promise<Readable> => {
    const opened = await open();
    bytesTotal = opened.bytes;
    return opened.source;
  };
}

/** A redo repeats the task that the undo had undone, so its copy is as that task's. */
function copyKindOf(payload: ImportPayload): CopyKind {
  if (!('undoes' in payload)) return 'DB_IMPORT';
  const { undoneType = 'DB_IMPORT', redo } = payload;
  return redo ? undoneType : `UNDO_${undoneType}`;
}

export const implementImport = (parts: ImportParts): ImplementedTask =>
  implementTask(importTask, {
    run: async (context) => {
      const { payload, scope, signal, step } = context;
      const { databases } = parts;
      let copy: SafetyCopyResult = { warnings: [] };
      await step('safety', async () => {
        if ('objectName' in payload)
          await databases.ensureDiskSpace(await dumpSize(parts, scope.host, payload.objectName));
        copy = await trySafetyCopy(parts, context, copyKindOf(payload));
      });
      let done: ReplaceResult | undefined;
      await step('load', async () => {
        const isUndo = 'undoes' in payload;
        done = await databases.replace(scope.hostCode, {
          read: dumpReader(parts, context, payload),
          mode: isUndo ? 'replace' : payload.mode,
          charset: isUndo ? 'utf8' : payload.charset,
          signal,
          // The database held these rows before, so undoing is allowed even over the quota.
          ...(isUndo && { quota: null }),
        });
      });
      const warnings = [...copy.warnings, ...notCreated(done?.lost ?? [])];
      return { ...copy, ...done, warnings };
    },
    cleanup: ({ scope }) => settleInterrupted(parts.databases, scope.hostCode),
  });
