import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type RequestOptions,
  type Server,
} from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#testing/free-port';
import { killGroup, start } from '#system/process/exec';
import { prepareFolders } from '#testing/prepared-folders';
import { isolationHere, WEB_GID } from '#system/process/identity';
import { pathsOf, type Paths } from '#system/settings/paths';
import { findNginx } from './engine';
import { renderFront } from './front/front-conf';
import type { FrontPlan } from './front/front-plan';
import { instanceOf, serveCommand } from './instance';
import { publishNginx } from './publish';
import { servedGeneration } from './reload';

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * A stub server for the API and a host's child: the test covers the front door, also against a hostile child.
 */
async function listenOn(socket: string, listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  await chmod(socket, 0o660);
  if (isolationHere().is === 'separate') await chown(socket, 0, WEB_GID);
  return server;
}

const bodyOf = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
};

describe('the front door', () => {
  let places: Paths;
  let port: number;
  let nginx: ChildProcess;
  let servers: Server[];
  let gate: { status: number; headers: Record<string, string> };
  let child: RequestListener;
  let api: RequestListener;
  let seen: { url: string; headers: IncomingHttpHeaders }[];
  let plan: FrontPlan;

  const sendRequest = (
    path: string,
    options: { method?: string; headers?: Record<string, string>; body?: string; from?: string } = {},
  ) =>
    new Promise<Reply>((resolve, reject) => {
      const { method = 'GET', headers = {}, body = '', from: localAddress = '127.0.0.1' } = options;
      const to = { host: '127.0.0.1', localAddress, port, agent: false };
      const asking = request({ ...to, path, method, headers }, (reply) => {
        void bodyOf(reply).then(
          (text) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: text }),
          reject,
        );
      });
      asking.once('error', reject);
      asking.end(body);
    });
  const upload = (headers: Record<string, string> = {}) =>
    sendRequest('/fs/upload?path=%2Fwwwroot', { method: 'POST', headers, body: 'bytes' });

  beforeAll(async () => {
    const engine = await findNginx();
    if (!engine) throw new Error('nginx is not installed');
    const scratch = await mkdtemp(join(tmpdir(), 'sitedeck-front-'));
    await chmod(scratch, 0o755);
    const isolation = isolationHere();
    places = pathsOf(join(scratch, 'data'), isolation);
    await prepareFolders(places, isolation);
    const bundle = join(places.bundles, 'build');
    await mkdir(join(bundle, 'shell/assets'), { recursive: true });
    await writeFile(join(bundle, 'shell/assets/app.0123.js'), 'hashed');
    await writeFile(join(bundle, 'shell/secret.txt'), 'not an asset');
    const version = join(places.registry, 'remotes/files/1.0.0');
    await mkdir(version, { recursive: true });
    await writeFile(join(version, 'remoteEntry.0123.js'), 'a remote');
    await mkdir(join(places.registry, 'packages'));
    await writeFile(join(places.registry, 'packages/sdk-0.1.0.tgz'), 'a package');
    await mkdir(join(places.registry, 'incoming/half'), { recursive: true });
    await writeFile(join(places.registry, 'incoming/half/a.js'), 'half a package');
    await mkdir(join(places.hosts, 'vhone/wwwroot'), { recursive: true });
    await chmod(join(places.hosts, 'vhone'), 0o755);
    await writeFile(join(places.hosts, 'vhone/wwwroot/a b.txt'), '0123456789');
    await symlink('/etc/passwd', join(places.hosts, 'vhone/wwwroot/out.txt'));
    execFileSync('mkfifo', ['-m', '666', join(places.hosts, 'vhone/wwwroot/fifo')]);
    servers = [
      await listenOn(places.apiSocket, (incoming, reply) => {
        seen.push({ url: incoming.url ?? '', headers: incoming.headers });
        if (incoming.url !== '/internal/fs-gate') return api(incoming, reply);
        reply.writeHead(gate.status, gate.headers).end();
      }),
      await listenOn(join(places.childSockets, 'vhone.sock'), (incoming, reply) => {
        seen.push({ url: incoming.url ?? '', headers: incoming.headers });
        child(incoming, reply);
      }),
    ];
    port = await freePort();
    const instance = instanceOf(places, 'front');
    plan = {
      engine,
      instance,
      workerUser: isolation.is === 'separate' ? 'www-data' : undefined,
      listen: [`127.0.0.1:${port}`],
      tls: undefined,
      trustProxy: [],
      apiSocket: places.apiSocket,
      childSockets: places.childSockets,
      hostsFolder: places.hosts,
      accessLog: join(places.logs, 'front-access.log'),
      bundle,
      registry: places.registry,
      tool: undefined,
    };
    await publishNginx(engine, instance, { files: renderFront(plan) });
    nginx = start(serveCommand(engine, instance), { stdio: 'ignore' });
    while ((await servedGeneration(instance)) === undefined) await sleep(20);
  });

  beforeEach(() => {
    seen = [];
    gate = { status: 204, headers: { 'x-fs-socket': 'vhone', 'x-fs-context': 'told-by-the-api' } };
    api = (_incoming, reply) => reply.end('api');
    child = (incoming, reply) =>
      void bodyOf(incoming).then((text) => reply.end(JSON.stringify({ got: text })));
  });

  afterAll(async () => {
    killGroup(nginx.pid, 'SIGTERM');
    await once(nginx, 'exit');
    servers.forEach((server) => server.close().closeAllConnections());
    await rm(dirname(places.data), { recursive: true, force: true });
    await rm(places.run, { recursive: true, force: true });
  });

  it('serves hashed assets with an immutable cache, and no other file of their folder', async () => {
    const reply = await sendRequest('/assets/app.0123.js');
    expect(reply.body).toBe('hashed');
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await sendRequest('/assets/../secret.txt')).body).toBe('api');
    expect((await sendRequest('/assets/%2e%2e/secret.txt')).body).not.toContain('not an asset');
    expect((await sendRequest('/assets/none.js')).status).toBe(404);
  });

  it('serves published remotes as immutable and packages uncached, to every origin, and no incoming file', async () => {
    const entry = await sendRequest('/remotes/files/1.0.0/remoteEntry.0123.js');
    expect(entry).toMatchObject({
      body: 'a remote',
      headers: {
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      },
    });
    expect(entry.headers['content-security-policy']).toBe('sandbox');
    const gone = await sendRequest('/remotes/files/0.9.0/remoteEntry.0123.js');
    expect(gone.status).toBe(404);
    expect(gone.headers['cache-control']).toBeUndefined();
    const sdk = await sendRequest('/packages/sdk-0.1.0.tgz');
    expect(sdk).toMatchObject({
      body: 'a package',
      headers: { 'cache-control': 'no-cache', 'content-type': 'application/gzip' },
    });
    for (const path of [
      '/remotes/../incoming/half/a.js',
      '/incoming/half/a.js',
      '/remotes/%2e%2e/incoming/half/a.js',
    ])
      expect((await sendRequest(path)).body).not.toContain('half a package');
  });

  it('names the real client to the API, whatever headers the client sends', async () => {
    await sendRequest('/api/x', {
      headers: {
        'X-Forwarded-For': '6.6.6.6',
        'X-Real-IP': '6.6.6.6',
        'X-Forwarded-Proto': 'https',
        Forwarded: 'for=6.6.6.6',
      },
    });
    const [call] = seen;
    expect(call?.headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(call?.headers['x-real-ip']).toBe('127.0.0.1');
    expect(call?.headers['x-forwarded-proto']).toBe('http');
    expect(call?.headers['forwarded']).toBeUndefined();
  });

  it('passes an upload to the child that the API names, without credentials', async () => {
    const reply = await upload({
      Cookie: 'sitedeck_session=s',
      Authorization: 'Bearer t',
      'X-Verify': 'v',
      'X-Fs-Context': 'forged',
    });
    expect(JSON.parse(reply.body)).toEqual({ got: 'bytes' });
    const [first, given] = seen;
    expect(first?.headers['cookie']).toBe('sitedeck_session=s');
    expect(first?.headers['x-original-uri']).toBe('/fs/upload?path=%2Fwwwroot');
    expect(given?.url).toBe('/upload?path=%2Fwwwroot');
    expect(given?.headers['x-fs-context']).toBe('told-by-the-api');
    for (const name of ['cookie', 'authorization', 'x-verify', 'x-forwarded-for'])
      expect(given?.headers[name]).toBeUndefined();
  });

  it('answers 996 with the API’s message when the session has ended', async () => {
    const refusal = { code: '996', res: { reason: 'host-removed' }, msg: 'x' };
    gate = { status: 401, headers: { 'x-fs-refusal': JSON.stringify(refusal) } };
    const reply = await upload();
    expect(reply.status).toBe(996);
    expect(JSON.parse(reply.body)).toEqual(refusal);
    expect(seen).toHaveLength(1);
  });

  it.each([
    [undefined, '网络波动，请重试'],
    ['zh-CN,zh;q=0.9,en;q=0.8', '网络波动，请重试'],
    ['en-US,en;q=0.9,zh;q=0.8', 'Network fluctuation, please retry'],
    ['fr, EN;q=0.5', 'Network fluctuation, please retry'],
    ['xen', '网络波动，请重试'],
  ])('answers in the language of %j when the API is not asked', async (language, msg) => {
    gate = { status: 500, headers: {} };
    const reply = await upload(language === undefined ? {} : { 'Accept-Language': language });
    expect(JSON.parse(reply.body)).toMatchObject({ msg });
  });

  it('passes the API’s refusal on in its envelope', async () => {
    const refusal = { code: '409', res: { reason: 'workspace-busy' }, msg: 'x' };
    gate = { status: 403, headers: { 'x-fs-refusal': JSON.stringify(refusal) } };
    const reply = await upload();
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.body)).toEqual(refusal);
  });

  it.each(['../../etc/x', 'vhone.sock:/x', 'VH', ''])('opens no socket named %j', async (name) => {
    gate = { status: 204, headers: { 'x-fs-socket': name } };
    expect((await upload()).status).toBe(502);
  });

  it('drops what a hostile child would set on the console’s origin', async () => {
    child = (_incoming, reply) =>
      void reply
        .writeHead(200, {
          'Set-Cookie': 'sitedeck_session=evil',
          'X-Accel-Redirect': '/_hosts/vhone/wwwroot/out.txt',
          Location: 'https://evil.example/',
          'Access-Control-Allow-Origin': '*',
          'Content-Type': 'text/html',
          'Content-Security-Policy': 'default-src *',
          'Clear-Site-Data': '"*"',
          'WWW-Authenticate': 'Basic realm="your password"',
          'Alt-Svc': 'h2="evil.example:443"',
          NEL: '{"report_to":"evil","max_age":1}',
          'Report-To': '{"group":"evil"}',
          'Reporting-Endpoints': 'default="https://evil.example/"',
        })
        .end('<script>1</script>');
    const { headers, body } = await upload();
    expect(body).toBe('<script>1</script>');
    for (const name of [
      'set-cookie',
      'location',
      'access-control-allow-origin',
      'x-accel-redirect',
      'clear-site-data',
      'www-authenticate',
      'alt-svc',
      'nel',
      'report-to',
      'reporting-endpoints',
    ]) {
      expect(headers[name]).toBeUndefined();
    }
    expect(headers['content-type']).toBe('application/json');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBe('sandbox');
  });

  describe('a portal on another origin', () => {
    const PORTAL = 'https://portal.example';
    const token = { Origin: PORTAL, Authorization: 'Bearer t' };

    it.each([
      ['takes', { status: 204, headers: { 'x-fs-socket': 'vhone' } }, 200],
      ['finds expired', { status: 401, headers: {} }, 996],
      ['refuses', { status: 403, headers: { 'x-fs-refusal': '{"code":"409"}' } }, 200],
      ['can’t serve', { status: 204, headers: { 'x-fs-socket': 'nobody' } }, 502],
    ])('lets a portal read the reply to an upload that the API %s', async (_what, answer, status) => {
      gate = { ...answer, headers: { ...answer.headers } };
      const reply = await upload(token);
      expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([status, PORTAL]);
      expect(reply.headers['vary']).toBe('Origin');
      expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
    });

    it('asks the API before it uploads', async () => {
      api = (_incoming, reply) => void reply.writeHead(204, { 'Access-Control-Allow-Origin': PORTAL }).end();
      const reply = await sendRequest('/fs/upload?path=%2Fwwwroot', {
        method: 'OPTIONS',
        headers: { Origin: PORTAL },
      });
      expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([204, PORTAL]);
      expect(seen.map(({ url }) => url)).toEqual(['/fs/upload?path=%2Fwwwroot']);
    });

    it('lets a portal read a download and its name', async () => {
      const headers = { 'X-Accel-Redirect': '/_hosts/vhone/wwwroot/a%20b.txt', 'Content-Type': 'text/plain' };
      api = (_incoming, reply) => void reply.writeHead(200, headers).end();
      const reply = await sendRequest('/fs/download', { method: 'POST', headers: token });
      expect([reply.body, reply.headers['access-control-allow-origin']]).toEqual(['0123456789', PORTAL]);
      expect(reply.headers['access-control-expose-headers']).toContain('Content-Disposition');
    });

    it('lets a portal read a single-file link without a token', async () => {
      const headers = { 'X-Accel-Redirect': '/_hosts/vhone/wwwroot/a%20b.txt', 'Content-Type': 'text/plain' };
      api = (_incoming, reply) => void reply.writeHead(200, headers).end();
      const reply = await sendRequest('/fs/link/secret-three', {
        headers: { Origin: PORTAL, Range: 'bytes=2-4' },
      });
      expect([reply.status, reply.body]).toEqual([206, '234']);
      expect(reply.headers).toMatchObject({ 'access-control-allow-origin': PORTAL, vary: 'Origin' });
      expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
    });

    it('lets a portal read that the API is down', async () => {
      api = (incoming) => incoming.destroy();
      const reply = await sendRequest('/api/x', { headers: token });
      expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([502, PORTAL]);
    });

    it('lets a portal read nothing with a cookie alone', async () => {
      const reply = await upload({ Origin: PORTAL, Cookie: 'sitedeck_session=s' });
      expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    });
  });

  it('answers 502 in the envelope while the API is down', async () => {
    api = (incoming) => incoming.destroy();
    const reply = await sendRequest('/api/x');
    expect(reply.status).toBe(502);
    expect(JSON.parse(reply.body)).toMatchObject({ code: '502' });
  });

  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  it.each([
    ['/login', 'zh-CN,zh;q=0.9', '<html lang="zh-CN">.*控制台暂时没有响应'],
    ['/login?r=%2Fbackup', 'en-US,en;q=0.9', '<html lang="en-US">.*The console is not responding'],
    ['/api/login/token?token=t', 'en', '<html lang="en-US">.*Reload'],
  ])('shows a browser at %s a page in %s while the API is down', async (path, language, words) => {
    api = (incoming) => incoming.destroy();
    const { status, headers, body } = await sendRequest(path, {
      headers: { Accept: BROWSER, 'Accept-Language': language },
    });
    expect([status, headers['content-type']]).toEqual([502, 'text/html; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(body).toMatch(new RegExp(words));
  });

  it.each([
    ['asks for JSON', 'GET', 'application/json, text/plain, */*'],
    ['changes something', 'POST', BROWSER],
  ])(
    'replies in the envelope, also at a page’s address, to a request that %s while the API is down',
    async (_what, ...sent) => {
      api = (incoming) => incoming.destroy();
      const [method, Accept] = sent;
      const reply = await sendRequest('/login', { method, headers: { Accept } });
      expect([reply.status, JSON.parse(reply.body)]).toMatchObject([502, { code: '502' }]);
    },
  );

  it('passes bodies and answers through without storing them, as on a full disk', async () => {
    const kept = ['body', 'proxy'].map((name) => join(plan.instance.temp, name));
    for (const folder of kept) await chmod(folder, 0);
    const large = 'x'.repeat(8_000_000);
    api = (incoming, reply) => void bodyOf(incoming).then((text) => reply.end(text));
    const reply = await sendRequest('/api/x', { method: 'POST', body: large });
    for (const folder of kept) await chmod(folder, 0o700);
    expect([reply.status, reply.body === large]).toEqual([200, true]);
  });

  it('refuses a body that is too large in the envelope', async () => {
    const reply = await sendRequest('/api/x', {
      method: 'POST',
      headers: { 'Content-Length': String(65 * 1024 * 1024) },
    }).catch(() => undefined);
    expect(reply === undefined || reply.body.includes('"code":"413"')).toBe(true);
  });

  it('sends a file that the API grants, with the API’s type and name, in ranges, as nothing a browser would run', async () => {
    api = (_incoming, reply) =>
      void reply
        .writeHead(200, {
          'X-Accel-Redirect': '/_hosts/vhone/wwwroot/a%20b.txt',
          'Content-Type': 'text/plain',
          'X-File-Disposition': 'attachment; filename="a b.txt"',
        })
        .end();
    const reply = await sendRequest('/fs/download', { method: 'POST', headers: { Range: 'bytes=2-4' } });
    expect([reply.status, reply.body]).toEqual([206, '234']);
    expect(reply.headers['content-type']).toBe('text/plain');
    expect(reply.headers['content-disposition']).toContain('a b.txt');
    expect(reply.headers['content-security-policy']).toBe('sandbox');
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    ['a link to elsewhere', '/_hosts/vhone/wwwroot/out.txt'],
    ['a file that has gone since', '/_hosts/vhone/wwwroot/gone.txt'],
    ['a folder', '/_hosts/vhone/wwwroot'],
    ['a fifo', '/_hosts/vhone/wwwroot/fifo'],
    ['a ticket the child does not know', '/_child/vhone/none'],
  ])(
    'answers %s with the API’s JSON and no attachment, even if the file was granted',
    async (_what, path) => {
      const words = JSON.stringify({ code: '404', res: { reason: 'no-such-file' }, msg: 'x' });
      const granted = { 'X-Accel-Redirect': path, 'X-File-Disposition': 'attachment', 'Content-Type': 'a/b' };
      api = (incoming, reply) =>
        incoming.url === '/internal/gone'
          ? void reply.writeHead(200, { 'Content-Type': 'application/json' }).end(words)
          : void reply.writeHead(200, granted).end();
      child = (_incoming, reply) => void reply.writeHead(404).end();
      const reply = await sendRequest('/fs/download', {
        method: 'POST',
        body: '{}',
        headers: { 'X-Verify': 'v' },
      });
      expect([reply.status, reply.body]).toEqual([200, words]);
      expect(reply.headers['content-type']).toBe('application/json');
      expect(reply.headers['content-disposition']).toBeUndefined();
      expect(seen.at(-1)).toMatchObject({ url: '/internal/gone' });
      expect(seen.at(-1)?.headers['content-length']).toBeUndefined();
    },
  );

  it('streams from the child by a ticket, with the API’s type', async () => {
    api = (_incoming, reply) =>
      void reply
        .writeHead(200, {
          'X-Accel-Redirect': '/_child/vhone/tick_et-1',
          'Content-Type': 'application/zip',
          'X-File-Disposition': 'attachment; filename="site.zip"',
        })
        .end();
    child = (_incoming, reply) =>
      void reply
        .writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'a=b', 'X-File-Disposition': 'inline' })
        .end('zip');
    const reply = await sendRequest('/fs/zip', { method: 'POST', headers: { Cookie: 'sitedeck_session=s' } });
    expect(reply.body).toBe('zip');
    expect(reply.headers['content-type']).toBe('application/zip');
    expect(reply.headers['content-disposition']).toBe('attachment; filename="site.zip"');
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(seen.at(-1)?.url).toBe('/ticket/tick_et-1');
    expect(seen.at(-1)?.headers['cookie']).toBeUndefined();
  });

  it.each(['/internal/fs-gate', '/internal/x', '/_hosts/vhone/wwwroot/out.txt', '/_child/vhone/t'])(
    'serves %s to no client',
    async (path) => {
      expect((await sendRequest(path)).status).toBe(404);
      expect(seen).toEqual([]);
    },
  );

  it('writes no query and no link token into its log', async () => {
    await sendRequest('/api/login/token?token=secret-one');
    await sendRequest('/fs/link/secret-two');
    // Each nginx worker buffers its log lines for a second.
    let log = '';
    while (!log.includes('/fs/link') || !log.includes('/api/login/token')) {
      await sleep(100);
      log = await readFile(plan.accessLog, 'utf8');
    }
    expect(log).toContain('/api/login/token');
    expect(log).not.toMatch(/secret-(one|two)/);
  });

  it('trusts the forwarded addresses of a named proxy, and of no other peer', async () => {
    const claims = { 'X-Forwarded-For': '1.1.1.1, 203.0.113.6', 'X-Forwarded-Proto': 'https' };
    const forwarded = async (from: string) => {
      seen = [];
      await sendRequest('/api/x', { headers: claims, from });
      const { headers = {} } = seen[0] ?? {};
      return [headers['x-forwarded-for'], headers['x-forwarded-proto']];
    };
    await publishNginx(plan.engine, plan.instance, {
      files: renderFront({ ...plan, trustProxy: ['127.0.0.8/30'] }),
    });
    while ((await forwarded('127.0.0.9'))[1] !== 'https') await sleep(20);
    expect(await forwarded('127.0.0.9')).toEqual(['203.0.113.6', 'https']);
    expect(await forwarded('127.0.0.1')).toEqual(['127.0.0.1', 'http']);
    await publishNginx(plan.engine, plan.instance, { files: renderFront(plan) });
    while ((await forwarded('127.0.0.9'))[1] === 'https') await sleep(20);
    expect(await forwarded('127.0.0.9')).toEqual(['127.0.0.9', 'http']);
  });

  describe('requests with a slow body', () => {
    type Slow = Omit<RequestOptions, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };
    /** Sends half of a body. */
    const beginSlow = (options: Slow) => {
      const headers = { 'content-length': 4, ...options.headers };
      const sent = request({ host: '127.0.0.1', port, path: '/api/x', agent: false, ...options, headers });
      const answer = once(sent, 'response').then(([reply]) => bodyOf(reply as IncomingMessage));
      sent.write('sl');
      return { sent, answer };
    };
    const beginAll = (options: Slow) => Array.from({ length: 128 }, () => beginSlow(options));

    it.each(['POST', 'GET'])(
      'limits a %s of one address, and serves other addresses meanwhile',
      async (method) => {
        let arrived = 0;
        api = (incoming, reply) => {
          arrived += 1;
          incoming.resume().once('end', () => reply.end('complete'));
        };
        const slow = beginAll({ method });
        while (arrived < slow.length) await sleep(5);
        const refused = await sendRequest('/api/x', {
          method: 'POST',
          body: 'body',
          headers: { 'accept-language': 'en' },
        });
        expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
        expect(JSON.parse(refused.body)).toEqual({
          code: '429',
          res: { reason: 'too-busy' },
          msg: 'Too many requests. Try again in 1 s',
        });
        expect((await upload()).status).toBe(429);
        expect((await sendRequest('/api/x')).body).toBe('complete');
        expect((await sendRequest('/api/x', { method: 'POST', body: 'body', from: '127.0.0.2' })).body).toBe(
          'complete',
        );
        // However slow it is, a request in progress is completed.
        for (const { sent } of slow) sent.end('ow');
        expect(new Set(await Promise.all(slow.map(({ answer }) => answer)))).toEqual(new Set(['complete']));
        expect((await sendRequest('/api/x', { method: 'POST', body: 'body' })).body).toBe('complete');
      },
    );

    it('limits those of the admin tool too, because it shares the console’s connections', async () => {
      const toolPort = await freePort();
      const socket = join(places.run, 'no-php.sock');
      const tool = { listen: [`127.0.0.1:${toolPort}`], name: 'tools.localhost', secure: false, socket };
      const { apiSocket } = places;
      const files = { scripts: '/nowhere', adminer: '/nowhere/adminer.php', tickets: '/nowhere', apiSocket };
      await publishNginx(plan.engine, plan.instance, {
        files: renderFront({ ...plan, tool: { ...tool, ...files } }),
      });
      const at = { port: toolPort, path: '/', method: 'POST', headers: { host: 'tools.localhost' } };
      let isOver = false;
      const slow: ReturnType<typeof beginSlow>[] = [];
      /** Begins a slow request, and another one whenever it ends: on a busy machine some time out before the last begins. */
      const keepSlow = (): void => {
        const one = beginSlow(at);
        slow.push(one);
        one.sent.on('error', () => undefined);
        void one.answer
          .catch(() => undefined)
          .then(() => sleep(20))
          .then(() => (isOver ? undefined : keepSlow()));
      };
      for (let begun = 0; begun < 128; begun += 1) keepSlow();
      const statusFrom = async (localAddress: string) => {
        const sent = request({ host: '127.0.0.1', agent: false, ...at, localAddress }).end('body');
        const [reply] = (await once(sent, 'response')) as [IncomingMessage];
        reply.resume();
        return reply.statusCode;
      };
      // Until all slow requests have arrived, a request that has just been completed may count in their place.
      const isConsoleLimited = async () =>
        (await sendRequest('/api/x', { method: 'POST', body: 'body' })).status === 429;
      while (!((await statusFrom('127.0.0.1')) === 429 && (await isConsoleLimited()))) await sleep(20);
      // No PHP runs here.
      expect(await statusFrom('127.0.0.2')).toBe(502);
      isOver = true;
      for (const { sent } of slow) sent.destroy();
      await publishNginx(plan.engine, plan.instance, { files: renderFront(plan) });
    });

    it('passes the first bytes on at once, also in a sign-in by token', async () => {
      api = (_incoming, reply) => reply.end('at once');
      expect(await beginSlow({ path: '/api/login/token?token=x' }).answer).toBe('at once');
    });
  });

  it('listens with TLS and trusts only the named proxies', () => {
    const tls = { certificate: '/etc/cert.pem', key: '/etc/key.pem' };
    const text = renderFront({ ...plan, tls, trustProxy: ['192.0.2.0/24'] }).get('nginx.conf') ?? '';
    expect(text).toContain(`listen 127.0.0.1:${port} ssl http2;`);
    expect(text).toContain('Strict-Transport-Security');
    expect(text).toContain('real_ip_header X-Forwarded-For');
    expect(text.match(/set_real_ip_from .*/g)).toEqual(['set_real_ip_from 192.0.2.0/24;']);
    expect(renderFront(plan).get('nginx.conf')).not.toContain('real_ip_header');
  });

  it.each(['/data/"x', '/data/$host', '/data/a;b', '/data/a\nb', '/data/{'])(
    'refuses to render the path %j',
    (folder) => {
      expect(() => renderFront({ ...plan, hostsFolder: folder })).toThrow('not fit');
    },
  );
});
