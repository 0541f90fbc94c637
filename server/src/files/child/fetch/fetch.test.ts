import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { SitePath } from '@sitedeck/contract';
import { makeFileHosts, type FileHosts, type TestHost } from '#testing/file-hosts';
import { isRefusal } from '#faults/refusal';
import { safeRemoteName } from './remote-name';

const MB = 1024 * 1024;

describe('a file name that the server has chosen', () => {
  it.each([
    ['http://a/x/photo.jpg?size=1', undefined, 'photo.jpg'],
    ['http://a/%E6%96%87%E4%BB%B6.zip', undefined, '文件.zip'],
    ['http://a/', undefined, 'download'],
    ['http://a/..%2f..%2fetc%2fpasswd', undefined, '_.._etc_passwd'],
    ['http://a/%2e%2e', undefined, 'download'],
    ['http://a/x', 'attachment; filename="../../evil.php"', '_.._evil.php'],
    ['http://a/x', 'attachment; filename=".htaccess"', 'htaccess'],
    ['http://a/x', "attachment; filename=a.txt; filename*=UTF-8''%E4%B8%AD.txt", '中.txt'],
    ['http://a/x', 'attachment; filename="a\\"b.txt"', 'a"b.txt'],
    ['http://a/x', 'attachment; filename="a%00b\u0007.txt"', 'a%00b.txt'],
    ['http://a/x%0Ay%00.txt', undefined, 'xy.txt'],
    ['http://a/x', 'attachment; filename="\u202etxt.php"', expect.stringMatching(/php$/)],
    ['http://a/%E4%B8', undefined, '%E4%B8'],
  ])('makes %s from %s: %s', (url, disposition, name) => {
    expect(safeRemoteName(new URL(url), disposition)).toEqual(name);
  });

  it('keeps a name within the limit, with its extension', () => {
    const name = safeRemoteName(
      new URL(`http://a/${encodeURIComponent('文'.repeat(300))}.tar.gz`),
      undefined,
    );
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name).toMatch(/文\.gz$|文\.tar\.gz$/);
  });
});

describe('a download from a URL', () => {
  let files: FileHosts;
  let host: TestHost;
  let server: Server;
  let origin: string;
  let answer: (request: IncomingMessage, reply: ServerResponse) => void;
  let requests: IncomingMessage[];

  beforeAll(async () => {
    files = await makeFileHosts();
    server = createServer((request, reply) => {
      requests.push(request);
      answer(request, reply);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await files.close();
  });
  let count = 0;
  beforeEach(async () => {
    requests = [];
    host = await files.host(`vh5${++count}`, 20 * MB);
  });

  interface Options {
    readonly url?: string;
    readonly to?: string;
    readonly name?: string;
    readonly allowed?: readonly string[];
    readonly signal?: AbortSignal;
    readonly progress?: (value: unknown) => void;
  }
  const fetchIt = ({ url = `${origin}/file.bin`, to = '/wwwroot', name, ...options }: Options = {}) =>
    files.parent.handlers
      .fetchUrl(
        {
          ...host.target,
          url,
          to: SitePath.parse(to),
          ...(name !== undefined && { name }),
          allowed: [...(options.allowed ?? ['127.0.0.1'])],
          own: [],
        },
        {
          signal: options.signal ?? new AbortController().signal,
          progress: options.progress ?? (() => undefined),
        },
      )
      .catch((error: unknown) => {
        if (isRefusal(error)) return error.reason;
        throw error;
      });
  const inWork = async (): Promise<string[]> => {
    const folder = join(host.root, 'tmp/.sitedeck-work');
    const lives = await readdir(folder).catch(() => []);
    return (await Promise.all(lives.map((life) => readdir(join(folder, life))))).flat();
  };
  const nothingLeft = async () => {
    expect(await readdir(join(host.root, 'wwwroot'))).toEqual([]);
    expect(await inWork()).toEqual([]);
  };

  it('saves the complete file under a free name, owned by the host, and reports progress', async () => {
    const bytes = randomBytes(3 * MB);
    answer = (_request, reply) => {
      reply.writeHead(200, {
        'content-length': bytes.length,
        'content-disposition': 'attachment; filename="a.bin"',
      });
      reply.end(bytes);
    };
    const reported: unknown[] = [];
    expect(await fetchIt({ progress: (value) => reported.push(value) })).toEqual({
      path: '/wwwroot/a.bin',
      bytes: bytes.length,
    });
    expect(await fetchIt()).toEqual({ path: '/wwwroot/a (2).bin', bytes: bytes.length });
    expect((await readFile(join(host.root, 'wwwroot/a.bin'))).equals(bytes)).toBe(true);
    const { uid, mode, nlink } = await stat(join(host.root, 'wwwroot/a (2).bin'));
    expect([uid, mode & 0o777, nlink]).toEqual([host.target.uid, 0o644, 1]);
    expect(reported).toContainEqual({
      bytes: expect.any(Number) as number,
      bytesTotal: bytes.length,
      rate: expect.any(Number) as number,
      current: 'a.bin',
    });
    expect(await inWork()).toEqual([]);
  });

  it('continues after a lost connection if the file is still the same', async () => {
    const bytes = randomBytes(2 * MB);
    answer = (request, reply) => {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const head = { etag: '"one"', 'content-length': bytes.length - from };
      const rest = { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
      reply.writeHead(from > 0 ? 206 : 200, { ...head, ...(from > 0 && rest) });
      if (requests.length > 2) return void reply.end(bytes.subarray(from));
      reply.write(bytes.subarray(from, from + MB / 2), () => setImmediate(() => reply.destroy()));
    };
    expect(await fetchIt()).toEqual({ path: '/wwwroot/file.bin', bytes: bytes.length });
    expect((await readFile(join(host.root, 'wwwroot/file.bin'))).equals(bytes)).toBe(true);
    expect(requests.length).toBe(3);
    expect(requests[1]?.headers).toMatchObject({
      'if-range': '"one"',
      range: expect.stringMatching(/^bytes=[1-9]\d*-$/) as string,
    });
  });

  it('starts over when the file has changed, and mixes no versions', async () => {
    const [old, fresh] = [Buffer.alloc(MB, 'a'), Buffer.alloc(MB, 'b')];
    answer = (_request, reply) => {
      const isFirst = requests.length === 1;
      reply.writeHead(200, { etag: isFirst ? '"old"' : '"new"', 'content-length': MB });
      if (!isFirst) return void reply.end(fresh);
      reply.write(old.subarray(0, MB / 2), () => setImmediate(() => reply.destroy()));
    };
    await fetchIt();
    expect((await readFile(join(host.root, 'wwwroot/file.bin'))).equals(fresh)).toBe(true);
  });

  it.each([
    ['says how long it is', { 'content-length': String(30 * MB) }],
    ['does not say it', {}],
  ])('stops at the quota if the server %s', async (_how, head: Record<string, string>) => {
    answer = (_request, reply) => {
      reply.writeHead(200, head);
      const more = () => {
        while (!reply.destroyed && reply.write(Buffer.alloc(MB / 4)));
        if (!reply.destroyed) reply.once('drain', more);
      };
      more();
    };
    expect(await fetchIt()).toMatch(/^over-quota/);
    await nothingLeft();
    expect(await files.request(host, 'writeText', { path: '/wwwroot/x.txt', content: 'x' })).toMatchObject({
      size: 1,
    });
  });

  it('leaves no file when it is cancelled, and stops at once', async () => {
    const stop = new AbortController();
    answer = (_request, reply) =>
      void reply.writeHead(200, { 'content-length': 10 * MB }).write(Buffer.alloc(MB));
    let at = 0;
    const progress = () => {
      at = performance.now();
      stop.abort();
    };
    expect(await fetchIt({ signal: stop.signal, progress }).catch(() => 'aborted')).toBe('aborted');
    process.stdout.write(`download: cancelled within ${Math.round(performance.now() - at)} ms\n`);
    await nothingLeft();
  });

  it.each([
    ['http://127.0.0.1:1/', [], 'url-refused'],
    ['http://[::1]:1/', [], 'url-refused'],
    ['http://169.254.169.254/latest/', ['127.0.0.1'], 'url-refused'],
  ])('sends no request to %s', async (url, allowed, reason) => {
    expect(await fetchIt({ url, allowed })).toBe(reason);
    await nothingLeft();
  });

  it('refuses a reply that is not a file, a missing folder and an invalid name', async () => {
    answer = (_request, reply) => reply.writeHead(404).end('not here');
    expect(await fetchIt()).toBe('url-status');
    // A partial reply that was not requested is not a file either.
    answer = (_request, reply) => reply.writeHead(206, { 'content-range': 'bytes 0-3/100' }).end('part');
    expect(await fetchIt()).toBe('url-status');
    expect(await fetchIt({ to: '/logs' })).toBe('read-only-place');
    expect(await fetchIt({ to: '/' })).toBe('root-closed');
    expect(await fetchIt({ to: '/wwwroot/none' })).toBe('no-such-file');
    for (const name of ['a/b', '..', '.', '/x', 'x\0']) expect(await fetchIt({ name })).toMatch(/^bad-/);
    await nothingLeft();
    await writeFile(join(host.root, 'data/x'), '');
    expect(await fetchIt({ to: '/data/x' })).toBe('not-a-folder');
  });
});
