import {
  beginUpload,
  captchaChallenge,
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
  readDatabase,
  replaceUrl,
  setRemoteAccess,
  showDatabasePassword,
  undoDatabase,
  updatePasswordFiles,
  uploadSlice,
  uploadStatus,
  vhostInfo,
  type CallShape,
} from '@sitedeck/contract';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startState, type DatabaseState } from './database-state';

class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly reason: string,
    readonly rest: object = {},
  ) {
    super(`refused: ${reason}`);
  }
}

type Body = Readonly<Record<string, unknown>>;
type Answer = (body: Body) => unknown;

/** Each changing call, with what it was given, in order. */
type Sent = readonly [path: string, body: Body];

const answersOf = (state: DatabaseState): readonly (readonly [CallShape, Answer])[] => [
  [readDatabase, () => state.info],
  [listTables, () => ({ tables: state.tables, bytes: 0 })],
  [listSlowQueries, () => ({ kept: true, thresholdMs: 1000, queries: state.slow })],
  [listProcesses, () => ({ processes: state.processes, limit: 20 })],
  [listSafetyCopies, () => ({ copies: state.copies })],
  [showDatabasePassword, () => ({ password: state.password })],
  [
    changeDatabasePassword,
    ({ password }) => {
      const previous = state.password;
      state.password = typeof password === 'string' ? password : 'generated-4711';
      return { password: state.password, previous };
    },
  ],
  [
    findPasswordFiles,
    ({ previous }) => ({ files: state.holders[String(previous)] ?? [], more: state.moreHolders }),
  ],
  [
    updatePasswordFiles,
    ({ paths }) => ({ done: (paths as readonly string[]).map((path) => ({ path })), failed: [] }),
  ],
  [
    setRemoteAccess,
    ({ enabled }) => {
      const remoteAddress = enabled === true ? 'db.example.com:3306' : null;
      if (state.info.database)
        state.info = {
          ...state.info,
          database: { ...state.info.database, remoteAccess: enabled === true, remoteAddress },
        };
      return { enabled, remoteAddress };
    },
  ],
  [
    killProcess,
    ({ id }) => {
      state.processes = state.processes.filter((process) => process.id !== id);
      return {};
    },
  ],
  [
    listFolder,
    ({ path }) => ({
      path,
      entries: state.files[String(path)] ?? [],
      total: 0,
      folders: 0,
      ownerUid: 0,
      writable: true,
    }),
  ],
  [beginUpload, () => ({ id: 'u1', taskId: 12 })],
  [
    uploadSlice,
    ({ name, range }) => {
      const [, to, size] = /-(\d+)\/(\d+)$/.exec(String(range)) ?? [];
      state.arrived = Number(to) + 1;
      const path = `/data/${String(name)}`;
      const isWhole = state.arrived === Number(size);
      const isSpoilt = isWhole && state.spoilt > 0;
      if (isSpoilt) state.spoilt -= 1;
      const failed = isSpoilt ? { failed: '校验未通过', reason: 'hash-mismatch' } : {};
      return {
        files: [{ path, size: Number(size), done: isWhole && !isSpoilt, to: state.placed, ...failed }],
      };
    },
  ],
  [
    uploadStatus,
    () => ({
      id: 'u1',
      files: [{ path: '/data/x', total: 1, done: false, received: [[0, state.arrived]] }],
    }),
  ],
  [endUpload, () => ({})],
  [checkImport, ({ path }) => state.checks[String(path)]],
  [importDatabase, () => ({ taskId: 7 })],
  [exportDatabase, () => ({ taskId: 8, path: '/data/exports/demo.sql.gz' })],
  [emptyDatabase, () => ({ taskId: 9 })],
  [undoDatabase, () => ({ taskId: 10 })],
  [replaceUrl, () => ({ taskId: 11 })],
  [checkReplaceUrl, () => state.found],
  [openAdminTool, () => ({ url: 'http://tool.example/enter/4711' })],
  [vhostInfo, () => state.host],
  [
    captchaChallenge,
    () => ({
      captchaRand: 'rand',
      algorithm: 'SHA-256',
      challenge: '',
      salt: '',
      maxnumber: 1,
      signature: '',
    }),
  ],
];

/** A host's database by the calls of the contract, over real HTTP; each reply is held to its schema. */
export async function openDatabaseServer() {
  const held = {
    state: startState(),
    sent: [] as Sent[],
    refuse: new Map<string, string>(),
    /** What an upload waits for: its beginning, each slice. */
    begins: Promise.resolve(),
    slices: Promise.resolve(),
  };
  const server = createServer((request, response) => void tell(request, response));

  function answer(path: string, request: IncomingMessage, body: Body): unknown {
    if (path.startsWith('/api/task/queryList/')) return held.state.tasks;
    const found = answersOf(held.state).find(([call]) => call.path.replace('{x}', 'adminer') === path);
    const reason = held.refuse.get(path);
    if (!found || reason !== undefined) throw new Refusal('400', reason ?? 'not-found');
    const [call, reply] = found;
    if (call.verify && request.headers['x-verify'] === undefined)
      throw new Refusal('403', 'verify-needed', { field: 'X-Verify', ways: ['password'] });
    if (call.effect === 'change') held.sent.push([path, body]);
    return call.reply.parse(reply(body));
  }

  async function tell(request: IncomingMessage, response: ServerResponse): Promise<void> {
    allow(request, response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    let text = '';
    for await (const bytes of request) text += String(bytes);
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    try {
      const res = answer(pathname, request, bodyOf(request, text));
      if (pathname === beginUpload.path) await held.begins;
      if (pathname === uploadSlice.path) await held.slices;
      response.end(JSON.stringify({ code: '200', res, msg: '' }));
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal('500', String(error));
      const { code, reason, message, rest } = refusal;
      response.end(JSON.stringify({ code, res: { reason, ...rest }, msg: message }));
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    held,
    reset: () =>
      Object.assign(held, {
        state: startState(),
        sent: [],
        refuse: new Map(),
        begins: Promise.resolve(),
        slices: Promise.resolve(),
      }),
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Of a slice its name and place. */
function bodyOf({ headers }: IncomingMessage, text: string): Body {
  if (headers['content-type']?.startsWith('multipart/') !== true)
    return (text ? JSON.parse(text) : {}) as Body;
  const [, name = ''] = /filename\*=UTF-8''(\S+)/.exec(text) ?? [];
  const [, ifExists] = /X-If-Exists: (\S+)/.exec(text) ?? [];
  const [, hash] = /X-Upload-Hash: (\S+)/.exec(text) ?? [];
  return { name: decodeURIComponent(name), range: headers['content-range'], hash, ifExists };
}

/** The page under test has another origin than this server. */
function allow({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Allow-Methods', 'GET,POST');
  response.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? '');
}
