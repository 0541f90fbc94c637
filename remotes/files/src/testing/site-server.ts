import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import {
  allowOrigin,
  envelopeOf,
  makeReplies,
  Refusal,
  type ReceivedRequest,
} from '@sitedeck/ui/testing/reply-server';
import { whilePageRuns } from '@sitedeck/ui/testing/while-page-runs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readParts } from './multipart';

type Body = Record<string, unknown> & {
  path?: string;
  to?: string;
  undoes?: string;
  paths?: string[];
  ids?: string[];
  names?: string[];
  content?: string;
};
interface Gate {
  readonly holds: (body: Body) => boolean;
  readonly onAsked: () => void;
  readonly released: Promise<void>;
}
/**
 * The calls that list and change files, over a folder on disk, by real HTTP. Any other call is answered with the
 * replies that a test gives.
 */
export async function openSiteServer() {
  const root = await mkdtemp(join(tmpdir(), 'sitedeck-files-'));
  const site = {
    tasks: [] as object[],
    readOnly: new Set<string>(['/']),
    forbidden: new Set<string>(),
    asked: [] as string[],
    /** Moves that a later one undid. */
    undone: [] as string[],
    /** Streams that were closed before their end. */
    cut: [] as string[],
    /** Answers that are held back, by the path of their call. */
    gates: new Map<string, Gate>(),
    /** A stream waits before its last line while something is in here. */
    holds: new Set<string>(),
  };
  const disk = (path: unknown) => join(root, String(path));
  const exists = (path: unknown) =>
    lstat(disk(path)).then(
      () => true,
      () => false,
    );
  const mustBeFree = async (path: unknown) => {
    if (await exists(path)) throw new Refusal({ code: '409', reason: 'already-exists' });
  };
  const refuseForbidden = (path: string) => {
    if (site.forbidden.has(path)) throw new Refusal({ code: '403', reason: 'outside-root' });
  };
  /** Where something copied or moved comes to stand. */
  const landing = async ({ to = '/', overwrite, ifExists }: Body): Promise<string> => {
    if (ifExists === 'both' && (await exists(to))) return to.replace(/(\.\w+)?$/, ' (2)$1');
    if (overwrite !== true && ifExists !== 'overwrite') await mustBeFree(to);
    return to;
  };
  const versionOf = async (path: unknown) => String((await stat(disk(path))).mtimeMs);

  async function list({
    path = '/',
    filter = '',
    offset = 0,
    limit = 1000,
    sort = 'name',
    order = 'asc',
  }: Body) {
    if (site.forbidden.has(path)) throw new Refusal({ code: '403', reason: 'outside-root' });
    if (!(await exists(path))) throw new Refusal({ code: '404', reason: 'no-such-file' });
    const names = (await readdir(disk(path))).filter((name) => name.includes(String(filter)));
    const entries = await Promise.all(names.map((name) => entryOf(join(disk(path), name), name)));
    const by = (key: string) => (a: Record<string, unknown>, b: Record<string, unknown>) =>
      Number(b['type'] === 'folder') - Number(a['type'] === 'folder') ||
      (String(a[key]) < String(b[key]) ? -1 : 1) * (order === 'asc' ? 1 : -1);
    entries.sort(by(String(sort)));
    return {
      path,
      entries: entries.slice(Number(offset), Number(offset) + Number(limit)),
      total: entries.length,
      folders: entries.filter(({ type }) => type === 'folder').length,
      writable: !site.readOnly.has(path),
      ownerUid: 0,
    };
  }

  const settings: Record<string, unknown> = { binDays: 30, favourites: [] };
  let binned = 0;
  /** Removes an entry as if into the bin. The calls about the bin have the replies that a test gives. */
  const intoBin = async (path: string) => {
    const id = `item-${String((binned += 1)).padStart(6, '0')}`;
    await rm(disk(path), { recursive: true });
    return { id, path };
  };
  const replies = makeReplies(() => []);
  /** A folder that is replaced goes into the bin. */
  const replaced = async (path: string) => {
    const isFolder = await stat(disk(path)).then(
      (facts) => facts.isDirectory(),
      () => false,
    );
    return isFolder ? [await intoBin(path)] : [];
  };
  const verbs: Record<string, (body: Body) => Promise<unknown>> = {
    '/fs/ls': list,
    '/fs/touch': async ({ path }) => {
      await mustBeFree(path);
      await writeFile(disk(path), '');
    },
    '/fs/mkdir': async ({ path }) => {
      await mustBeFree(path);
      await mkdir(disk(path), { recursive: true });
    },
    '/fs/rm': async ({ paths = [], bin }) => {
      if (bin === true) return { removed: paths.length, kept: await Promise.all(paths.map(intoBin)) };
      for (const path of paths) await rm(disk(path), { recursive: true });
      return { removed: paths.length, kept: [] };
    },
    '/fs/settings': () => Promise.resolve(settings),
    '/fs/settings/save': (change) => Promise.resolve(Object.assign(settings, change)),
    '/fs/chmod': async ({ paths = [], files }) => {
      for (const path of paths) await chmod(disk(path), parseInt(String(files), 8));
      return { changed: paths.length };
    },
    '/fs/rename': async ({ path = '/', undoes, ...request }) => {
      refuseForbidden(path);
      const to = await landing(request);
      const kept = await replaced(to);
      await rename(disk(path), disk(to));
      if (undoes !== undefined) site.undone.push(undoes);
      return { to, kept, moveId: `move:${path}` };
    },
    '/fs/cp': async ({ path = '/', ...request }) => {
      refuseForbidden(path);
      const to = await landing(request);
      const kept = await replaced(to);
      await cp(disk(path), disk(to), { recursive: true });
      return { files: 1, bytes: 0, to, kept };
    },
    '/fs/cat': async ({ path }) => ({
      content: await readFile(disk(path), 'utf8'),
      encoding: 'utf-8',
      bom: false,
      size: 0,
      mtime: 0,
      version: await versionOf(path),
    }),
    '/fs/echo': async ({ path, content = '', version }) => {
      if (version !== undefined && version !== (await versionOf(path)))
        throw new Refusal({ code: '409', reason: 'conflict' });
      await writeFile(disk(path), content);
      return { size: 0, mtime: 0, version: await versionOf(path) };
    },
    '/fs/compress': async ({ to = '/' }) => {
      await writeFile(disk(to), 'packed');
      return { taskId: 7 };
    },
    '/fs/upload/begin': () => Promise.resolve({ id: 'u1', taskId: 1 }),
    '/fs/upload/end': () => Promise.resolve({}),
    '/fs/upload/check': async ({ path = '/', names = [] }) => {
      const found = names.map(async (name) => {
        const target = join(path, name);
        return (await exists(target)) ? [{ ...(await entryOf(disk(target), name)), name }] : [];
      });
      return { taken: (await Promise.all(found)).flat() };
    },
  };

  async function receive(folder: string, request: IncomingMessage, bytes: Buffer) {
    const parts = readParts(request.headers['content-type'] ?? '', bytes);
    const files: object[] = [];
    for (const { fileName, body, headers } of parts) {
      if (site.forbidden.has(join(folder, fileName)))
        throw new Refusal({ code: '413', reason: 'over-quota' });
      const path = await landing({ to: join(folder, fileName), ifExists: headers['x-if-exists'] });
      const target = disk(path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, body);
      const to = path === join(folder, fileName) ? {} : { to: path };
      files.push({ path: fileName, size: body.length, done: true, ...to });
    }
    return { files };
  }

  async function answer(request: IncomingMessage, bytes: Buffer): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    site.asked.push(pathname);
    if (pathname.startsWith('/api/task/queryList')) return site.tasks;
    if (pathname === '/fs/upload') return receive(searchParams.get('path') ?? '/', request, bytes);
    const verb = verbs[pathname];
    if (!verb) throw new Refusal({ code: '404', reason: 'not-found' });
    const body = JSON.parse(bytes.toString()) as Body;
    const gate = site.gates.get(pathname);
    if (gate?.holds(body)) {
      gate.onAsked();
      await gate.released;
    }
    return (await verb(body)) ?? {};
  }

  const server = createServer((request, response) => {
    void serve(request, response);
  });
  /** Writes a stream line by line. */
  async function sendLines(path: string, lines: readonly object[], response: ServerResponse) {
    let open = true;
    response.on('close', () => {
      open = false;
      if (!response.writableEnded) site.cut.push(path);
    });
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson; charset=utf-8' });
    for (const line of lines) {
      const isLast = line === lines.at(-1);
      while (isLast && open && site.holds.has(path)) await new Promise((resolve) => setTimeout(resolve, 5));
      response.write(`${JSON.stringify(line)}\n`);
    }
    response.end();
  }
  async function serve(request: IncomingMessage, response: ServerResponse) {
    allowOrigin(request, response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const bytes: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) bytes.push(chunk);
    response.setHeader('Content-Type', 'application/json');
    const path = request.url ?? '';
    const call = replies.callOf(request.method ?? '', path);
    try {
      if (!call) {
        const res = await answer(request, Buffer.concat(bytes));
        return void response.end(JSON.stringify({ code: '200', res, msg: '' }));
      }
      const text = Buffer.concat(bytes).toString();
      const body = JSON.parse(text || '{}') as ReceivedRequest['body'];
      const res = await replies.answer(call, { path, query: {}, body, text, headers: request.headers });
      if (call.event) return await sendLines(path, res as readonly object[], response);
      response.end(JSON.stringify({ code: '200', res, msg: '' }));
    } catch (error) {
      response.end(JSON.stringify(envelopeOf(error)));
    }
  }

  // A kept connection that times out while it is reused loses a request, since the page repeats no call.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...site,
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    exists: (path: string) => whilePageRuns(() => exists(path)),
    read: (path: string) => whilePageRuns(() => readFile(disk(path), 'utf8')),
    write: (path: string, content = 'x') =>
      whilePageRuns(async () => {
        await mkdir(dirname(disk(path)), { recursive: true });
        await writeFile(disk(path), content);
      }),
    touch: (path: string, at: number) => whilePageRuns(() => utimes(disk(path), at / 1000, at / 1000)),
    replies,
    remove: (path: string) => whilePageRuns(() => rm(disk(path), { recursive: true })),
    /** Holds back the replies of a call, or those to some of its requests, until they are released. */
    hold(path: string, holds: (body: Body) => boolean = () => true) {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      const asked = new Promise<void>((onAsked) => site.gates.set(path, { holds, onAsked, released }));
      return {
        asked: () => whilePageRuns(() => asked),
        release() {
          site.gates.delete(path);
          release();
        },
      };
    },
    folder: (path: string) => whilePageRuns(() => mkdir(disk(path), { recursive: true })),
    async empty() {
      for (const name of await readdir(root)) await rm(join(root, name), { recursive: true });
      binned = 0;
      settings['favourites'] = [];
      site.tasks.length = 0;
      site.asked.length = 0;
      site.cut.length = 0;
      site.holds.clear();
      replies.reset();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(root, { recursive: true });
    },
  };
}

async function entryOf(path: string, name: string): Promise<Record<string, unknown>> {
  const info = await lstat(path);
  const type = info.isDirectory() ? 'folder' : 'file';
  return {
    name,
    type,
    size: type === 'folder' ? 0 : info.size,
    mtime: info.mtimeMs,
    mode: modeOf(info),
    uid: 0,
  };
}

const modeOf = ({ mode }: { readonly mode: number }) => (mode & 0o777).toString(8).padStart(3, '0');
