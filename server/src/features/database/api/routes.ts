import type { Handlers } from '#api/calls/handlers';
import { makeStartTask, type Enqueue } from '#queue/enqueue';
import { accessHandlers, type AccessCalls } from './access-handlers';
import { adminToolHandlers, type AdminToolCalls, type AdminToolParts } from './admin-tool-handlers';
import { contentHandlers, type ContentCalls } from './content-handlers';
import { dumpHandlers, type DumpCalls } from './dump-handlers';
import { makeEnsureDatabase, type DatabaseWorker } from './database-worker';
import { statusHandlers, type StatusCalls } from './status-handlers';

/** The calls of the database page. */
export type DatabaseCalls = AccessCalls & AdminToolCalls & ContentCalls & DumpCalls & StatusCalls;

export interface DatabaseParts {
  readonly databases: DatabaseWorker;
  readonly enqueue: Enqueue;
  readonly adminTool: AdminToolParts;
}

export function databaseHandlers({ databases, enqueue, adminTool }: DatabaseParts): Handlers<DatabaseCalls> {
  const startTask = makeStartTask(enqueue, makeEnsureDatabase(databases));
  return {
    ...statusHandlers(databases),
    ...accessHandlers(databases),
    ...dumpHandlers(databases, startTask),
    ...contentHandlers(databases, startTask),
    ...adminToolHandlers(adminTool),
  };
}
