import {
  FAULT_MESSAGES,
  faultMessage,
  type consoleCalls,
  type FaultReason,
  type FileFault,
  type Locale,
} from '@sitedeck/contract';
import { callerGone } from '#api/calls/caller-gone';
import type { Handlers } from '#api/calls/handlers';
import type { Enqueue, TaskParameters } from '#queue/enqueue';
import type { HostScope } from '#sites/host-scope';
import type { DatabaseProtocol } from '#system/mariadb/protocol';
import { Refusal } from '#faults/refusal';
import type { RpcClient } from '#system/rpc/rpc';
import { exportPath } from './export-path';
import { adminToolHandlers, type AdminToolCalls, type AdminToolParts } from './admin-tool-handlers';
import { emptyTask, exportTask, importTask, replaceTask } from '../tasks';
import type { TaskDescription } from '#queue/task-kind';

/** The calls of this area. */
export type DatabaseCalls = Pick<
  typeof consoleCalls,
  | 'openAdminTool'
  | 'readDatabase'
  | 'showDatabasePassword'
  | 'changeDatabasePassword'
  | 'findPasswordFiles'
  | 'updatePasswordFiles'
  | 'setRemoteAccess'
  | 'listTables'
  | 'listSlowQueries'
  | 'listProcesses'
  | 'killProcess'
  | 'checkImport'
  | 'importDatabase'
  | 'exportDatabase'
  | 'emptyDatabase'
  | 'listSafetyCopies'
  | 'undoDatabase'
  | 'checkReplaceUrl'
  | 'replaceUrl'
>;

export interface DatabaseParts {
  /** The worker of the host's node. */
  readonly databases: Pick<RpcClient<DatabaseProtocol>, 'call'>;
  readonly enqueue: Enqueue;
  readonly adminTool: AdminToolParts;
}

type Reading = Pick<
  DatabaseCalls,
  'readDatabase' | 'listTables' | 'listSlowQueries' | 'listProcesses' | 'listSafetyCopies'
>;
type Access = Pick<
  DatabaseCalls,
  | 'showDatabasePassword'
  | 'changeDatabasePassword'
  | 'findPasswordFiles'
  | 'updatePasswordFiles'
  | 'setRemoteAccess'
  | 'killProcess'
>;
type Tasks = Omit<DatabaseCalls, keyof Reading | keyof Access | keyof AdminToolCalls>;

const reading = ({ databases }: DatabaseParts): Handlers<Reading> => ({
  readDatabase: ({ query }, { scope: { hostCode } }) =>
    databases.call('databaseInfo', { hostCode, fresh: query.fresh === 'true' }),
  listTables: (_, { scope: { hostCode } }) => databases.call('databaseTables', { hostCode }),
  listSlowQueries: (_, { scope: { hostCode } }) => databases.call('slowQueries', { hostCode }),
  listProcesses: (_, { scope: { hostCode } }) => databases.call('databaseProcesses', { hostCode }),
  listSafetyCopies: (_, { scope: { hostCode } }) => databases.call('safetyCopies', { hostCode }),
});

/** The worker's messages are Chinese; translate by reason instead. */
const inLanguage = (fault: FileFault, locale: Locale): FileFault => ({
  ...fault,
  message: isReason(fault.reason) ? faultMessage(fault.reason, locale, fault.values) : fault.message,
});

const isReason = (reason: string): reason is FaultReason => Object.hasOwn(FAULT_MESSAGES, reason);

const access = ({ databases }: DatabaseParts): Handlers<Access> => ({
  showDatabasePassword: (_, { scope: { hostCode } }) => databases.call('databasePassword', { hostCode }),
  changeDatabasePassword: ({ body }, { scope: { hostCode } }) =>
    databases.call('changeDatabasePassword', { hostCode, ...body }),
  findPasswordFiles: ({ body }, context) => {
    const { hostCode } = context.scope;
    return databases.call('passwordFiles', { hostCode, ...body }, { signal: callerGone(context) });
  },
  updatePasswordFiles: async ({ body }, { scope: { hostCode }, note, locale }) => {
    note(body.paths[0] ?? '', { files: body.paths.length });
    const { done, failed } = await databases.call('updatePasswordFiles', { hostCode, ...body });
    return { done, failed: failed.map((one) => ({ ...one, fault: inLanguage(one.fault, locale) })) };
  },
  setRemoteAccess: ({ body }, { scope: { hostCode }, note }) => {
    note('', { enabled: body.enabled });
    return databases.call('setRemoteAccess', { hostCode, ...body });
  },
  killProcess: ({ body }, { scope: { hostCode }, note }) => {
    note(String(body.id));
    return databases.call('killProcess', { hostCode, ...body });
  },
});

function tasks({ databases, enqueue }: DatabaseParts): Handlers<Tasks> {
  /** Says at once what a task would say late: that there is no database. */
  const start = async <Payload extends TaskParameters>(
    description: TaskDescription<Payload>,
    scope: HostScope,
    payload: Payload,
  ) => {
    const { hostCode, operator } = scope;
    const { engine } = await databases.call('databaseInfo', { hostCode, fresh: false });
    if (engine.is !== 'on') throw new Refusal(REFUSALS[engine.is]);
    const task = await enqueue(description, { hostCode, operator, payload });
    return { taskId: task.id };
  };
  return {
    checkImport: ({ body }, context) => {
      const { hostCode } = context.scope;
      const options = { signal: callerGone(context) };
      return databases.call('checkImport', { hostCode, ...body, locale: context.locale }, options);
    },
    importDatabase: ({ body }, { scope, note }) => {
      const { path, mode, charset } = body;
      note(path, { mode });
      return start(importTask, scope, { objectName: path, mode, charset });
    },
    exportDatabase: async ({ body }, { scope, note }) => {
      const path = exportPath(scope.hostCode, body, new Date());
      note(path, { ...(body.tables && { tables: body.tables.length }) });
      const { tables, format } = body;
      const payload = { ...(tables && { tables }), format, targetPath: path };
      return { ...(await start(exportTask, scope, payload)), path };
    },
    emptyDatabase: (_, { scope }) => start(emptyTask, scope, {}),
    undoDatabase: async ({ body }, { scope, note }) => {
      note(String(body.taskId));
      const { copies } = await databases.call('safetyCopies', { hostCode: scope.hostCode });
      if (!copies.some(({ taskId }) => taskId === body.taskId))
        throw new Refusal('safety-gone', { values: { days: 7 } });
      return start(importTask, scope, { undoes: body.taskId });
    },
    checkReplaceUrl: ({ body }, context) => {
      if (body.from === body.to) throw new Refusal('replace-same', { field: 'to' });
      const { hostCode } = context.scope;
      return databases.call('checkReplaceUrl', { hostCode, ...body }, { signal: callerGone(context) });
    },
    replaceUrl: ({ body }, { scope, note }) => {
      if (body.from === body.to) throw new Refusal('replace-same', { field: 'to' });
      note(body.from, { before: { text: body.from }, after: { text: body.to } });
      return start(replaceTask, scope, body);
    },
  };
}

const REFUSALS = {
  missing: 'database-engine-missing',
  down: 'database-down',
  none: 'database-none',
  making: 'database-not-ready',
} as const;

/** The calls of the database's page. */
export const databaseHandlers = (parts: DatabaseParts): Handlers<DatabaseCalls> => ({
  ...reading(parts),
  ...access(parts),
  ...tasks(parts),
  ...adminToolHandlers(parts.adminTool),
});
