import {
  HOST_ZONE,
  SitePath,
  type CallRequest,
  type consoleCalls,
  type exportDatabase,
  type HostCode,
} from '@sitedeck/contract';
import { callerGone } from '#api/calls/caller-gone';
import type { Handlers } from '#api/calls/handlers';
import { databaseOf } from '#system/mariadb/names';
import { exportTask, importTask } from '../tasks';
import type { StartTask } from '#queue/enqueue';
import type { DatabaseWorker } from './database-worker';

export type DumpCalls = Pick<typeof consoleCalls, 'checkImport' | 'importDatabase' | 'exportDatabase'>;

type ExportRequest = CallRequest<typeof exportDatabase>['body'];

/** Default folder of exports: outside the document root, so that visitors can't download them. */
const EXPORT_FOLDER = '/data/exports';

/** Formats a time as `2026-11-22 08:15:30` of the host. */
const localTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: HOST_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Formats a time as `20261122-081530` of the host. */
const stamp = (now: Date): string => localTime.format(now).replace(/[-:]/g, '').replace(' ', '-');

/** The file that an export writes: the requested file, or a new one in the requested folder. */
function exportPath(hostCode: HostCode, { to, format, tables }: ExportRequest, now: Date): SitePath {
  if (to?.endsWith(`.${format}`)) return to;
  const [only] = tables?.length === 1 ? tables : [];
  const part = only === undefined ? '' : `-${only.replace(/[^\w.-]+/g, '_').slice(0, 60)}`;
  const folder = to ?? EXPORT_FOLDER;
  return SitePath.parse(`${folder}/${databaseOf(hostCode)}${part}-${stamp(now)}.${format}`);
}

export const dumpHandlers = (worker: DatabaseWorker, startTask: StartTask): Handlers<DumpCalls> => ({
  checkImport: ({ body }, context) => {
    const { hostCode } = context.scope;
    const options = { signal: callerGone(context) };
    return worker.call('checkImport', { hostCode, ...body, locale: context.locale }, options);
  },
  importDatabase: ({ body }, { scope, note }) => {
    const { path, mode, charset } = body;
    note(path, { mode });
    return startTask(scope, importTask, { objectName: path, mode, charset });
  },
  exportDatabase: async ({ body }, { scope, note }) => {
    const path = exportPath(scope.hostCode, body, new Date());
    note(path, { ...(body.tables && { tables: body.tables.length }) });
    const { tables, format } = body;
    const payload = { ...(tables && { tables }), format, targetPath: path };
    return { ...(await startTask(scope, exportTask, payload)), path };
  },
});
