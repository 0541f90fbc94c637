import {
  beginUpload,
  changeDatabasePassword,
  checkImport,
  checkReplaceUrl,
  emptyDatabase,
  endUpload,
  exportDatabase,
  findPasswordFiles,
  importDatabase,
  killProcess,
  listFolder,
  listProcesses,
  listSafetyCopies,
  listSlowQueries,
  listTables,
  openAdminTool,
  queryTaskList,
  readDatabase,
  replaceUrl,
  showDatabasePassword,
  undoDatabase,
  updatePasswordFiles,
  uploadSlice,
  uploadStatus,
  vhostInfo,
  type DatabaseInfo,
  type FileEntry,
  type SafetyCopy,
  type Task,
} from '@sitedeck/contract';
import { openReplyServer, reply, type ReceivedRequest, type Reply } from '@sitedeck/ui/testing/reply-server';
import { checkOf, entry, HOST, INFO, MB, processOf, SLOW_QUERY, TABLES } from './database-samples';

const FOLDERS: Readonly<Record<string, readonly FileEntry[]>> = {
  '/': [entry('data', 'folder'), entry('readme.txt', 'file', 5)],
  '/data': [entry('bad.sql', 'file', MB), entry('good.sql.gz', 'file', MB), entry('photo.jpg', 'file', MB)],
};

export const infoReply = (given: Partial<DatabaseInfo>): Reply => reply(readDatabase, { ...INFO, ...given });
export const tasksReply = (...tasks: readonly Task[]): Reply => reply(queryTaskList, [...tasks]);
export const copiesReply = (...copies: readonly SafetyCopy[]): Reply =>
  reply(listSafetyCopies, { copies: [...copies] });
export const processesReply = (...ids: readonly number[]): Reply =>
  reply(listProcesses, { processes: ids.map(processOf), limit: 20 });

/** What the server says of a file after a slice of it. */
export const sliceReply = (given: {
  readonly done: boolean;
  readonly to?: string;
  readonly failed?: string;
  readonly reason?: string;
}) => ({ files: [{ path: '/data/imports/shop.sql.gz', size: 5 * MB, ...given }] });

export const receivedReply = (bytes: number): Reply =>
  reply(uploadStatus, {
    id: 'u1',
    files: [{ path: '/data/x', total: 1, done: false, received: [[0, bytes]] }],
  });

const TASKS = [importDatabase, emptyDatabase, undoDatabase, replaceUrl];

const samples = (): readonly Reply[] => [
  infoReply({}),
  reply(listTables, { tables: TABLES, bytes: 0 }),
  reply(listSlowQueries, { kept: true, thresholdMs: 1000, queries: [SLOW_QUERY] }),
  processesReply(31, 32),
  copiesReply(),
  reply(showDatabasePassword, { password: 'old-password' }),
  reply(changeDatabasePassword, { password: 'Fit-enough-4711', previous: 'old-password' }),
  reply(findPasswordFiles, {
    files: [
      { path: '/wwwroot/old/config.php', lines: 1 },
      { path: '/wwwroot/wp-config.php', lines: 2 },
    ],
    more: true,
  }),
  reply(updatePasswordFiles, { done: [{ path: '/wwwroot/wp-config.php' }], failed: [] }),
  reply(killProcess, {}),
  reply(listFolder, ({ body }) => ({
    path: String(body['path']),
    entries: [...(FOLDERS[String(body['path'])] ?? [])],
    total: 0,
    folders: 0,
    ownerUid: 0,
    writable: true,
  })),
  reply(beginUpload, { id: 'u1', taskId: 12 }),
  reply(uploadSlice, sliceReply({ done: false })),
  receivedReply(0),
  reply(endUpload, {}),
  reply(checkImport, checkOf()),
  ...TASKS.map((call, index) => reply(call, { taskId: 101 + index })),
  reply(exportDatabase, { taskId: 8, path: '/data/exports/demo.sql.gz' }),
  reply(checkReplaceUrl, {
    tables: [
      { name: 'wp_options', rows: 4, serialised: 3, keyed: true },
      { name: 'wp_log', rows: 9, serialised: 0, keyed: false },
    ],
    rows: 4,
    complete: true,
  }),
  reply(openAdminTool, { url: 'http://tool.example/enter/4711' }),
  reply(vhostInfo, HOST),
];

export async function openDatabaseServer() {
  const server = await openReplyServer(samples);
  return {
    ...server,
    /** Each change as its path and body; of a slice its name, range, hash and what to do if the name is taken. */
    sent: () =>
      server.changes().map((one) => [one.path, one.path === uploadSlice.path ? sliceOf(one) : one.body]),
  };
}

function sliceOf({ headers, text }: ReceivedRequest): object {
  const [, name = ''] = /filename\*=UTF-8''(\S+)/.exec(text) ?? [];
  const [, ifExists] = /X-If-Exists: (\S+)/.exec(text) ?? [];
  const [, hash] = /X-Upload-Hash: (\S+)/.exec(text) ?? [];
  return { name: decodeURIComponent(name), range: headers['content-range'], hash, ifExists };
}
