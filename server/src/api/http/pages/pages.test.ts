import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { get as httpGet } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Admission, LIMITS } from '../admission';
import { makeApp } from '../listeners/app';
import { AccountCode, BootRemote, HostCode } from '@sitedeck/contract';
import type { Session } from '#sites/host-scope';
import { serveDocs } from './docs';
import { servePages } from './pages';
import { serveAssets } from './static-assets';

const TEMPLATE = `<style nonce="__NONCE__">a{}</style><script type="application/json" id="sitedeck-boot">__BOOT__</script><script type="application/json" id="sitedeck-config">__CONFIG__</script>`;
const CODE = 'console.log("the console")';
const session: Session = {
  id: 'id',
  credential: { is: 'cookie', enteredAt: 0 },
  source: 'FTP',
  role: 'USER',
  operator: 'demo',
  accountCode: AccountCode.parse('ac1001'),
  hostCode: HostCode.parse('vh10001'),
  claims: [],
  override: undefined,
};
const manifest = {
  name: 'files',
  version: '1.2.3',
  requires: { sdk: '^1.0.0', shell: '^1.0.0' },
  routes: [{ path: '/fileManage', titleKey: 'title' }],
  menu: [],
  // No text in a document may end the block that holds it.
  titles: {
    'zh-CN': { title: '</script><script>alert(1)</script> $& __NONCE__ __CONFIG__ __BOOT__' },
    'en-US': { title: 'Files' },
  },
  entry: 'remoteEntry.0123abcd.js',
  global: 'sitedeck_files_1_2_3',
  assets: { 'remoteEntry.0123abcd.js': `sha384-${'A'.repeat(64)}` },
};

const files = BootRemote.parse({ ...manifest, base: '/remotes/files/1.2.3/' });
const foreignRemote = BootRemote.parse({
  ...manifest,
  name: 'notes',
  base: 'https://remotes.example.com/notes/',
  override: true,
});

describe('the console’s pages and files', () => {
  let folder: string;
  let remotes: BootRemote[];
  beforeEach(() => {
    remotes = [files];
  });
  let app: FastifyInstance;
  let url: string;
  let signedIn = false;
  /** Session lookups that end only when the test lets them. */
  let lookups: (() => void)[] | undefined;
  const admission = new Admission({ ...LIMITS, arrival: { ...LIMITS.arrival, callsOfOne: 3 } });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pages-'));
    const remote = join(folder, 'registry/remotes/files/1.2.3');
    await mkdir(join(folder, 'shell/assets'), { recursive: true });
    await mkdir(remote, { recursive: true });
    await writeFile(join(folder, 'shell/index.html'), `<p>console</p>${TEMPLATE}`);
    await writeFile(join(folder, 'shell/login.html'), `<p>sign in</p>${TEMPLATE}`);
    await writeFile(join(folder, 'shell/assets/app.0a1b.js'), CODE);
    await writeFile(join(folder, 'shell/assets/app.0a1b.js.br'), brotliCompressSync(CODE));
    await writeFile(join(folder, 'shell/assets/app.0a1b.js.gz'), gzipSync(CODE));
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await writeFile(join(remote, 'remote.json'), JSON.stringify(manifest));
    await writeFile(join(remote, 'remoteEntry.0123abcd.js'), 'var files');

    app = makeApp('console');
    serveDocs(app);
    await mkdir(join(folder, 'registry/packages'));
    await writeFile(join(folder, 'registry/packages/index.json'), '{"packages":[]}');
    await serveAssets(app, { shell: join(folder, 'shell'), registry: join(folder, 'registry') });
    await servePages(app, {
      shell: join(folder, 'shell'),
      config: { apiBase: '/api', fileServiceBase: '/fs', wireKey: 'a2V5', links: {}, copyright: '©' },
      visitor: async () => {
        const open = lookups;
        if (open) await new Promise<void>((resolve) => open.push(resolve));
        return signedIn ? session : undefined;
      },
      enter: () => admission.enter('arrival', 'here'),
      bootOf: () => Promise.resolve({ revision: String(remotes.length), remotes }),
      offeredOrigin: (_session, address) =>
        address.includes('override=') ? 'https://asked.example' : undefined,
      ancestors: [],
    });
    url = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const load = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { headers, redirect: 'manual' });
  const block = (page: string, id: string): unknown =>
    JSON.parse(new RegExp(`id="${id}">(.*?)</script>`).exec(page)?.[1] ?? '');

  it('limits simultaneous session lookups, and refuses further pages with Retry-After', async () => {
    signedIn = false;
    const open: (() => void)[] = [];
    lookups = open;
    const replies = ['/', '/login', '/boot.json'].map((path) => load(path));
    while (open.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const path of ['/', '/login', '/boot.json']) {
      const refused = await load(path);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('1');
    }
    expect(open).toHaveLength(3);
    lookups = undefined;
    open.forEach((end) => end());
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([302, 200, 200]);
    expect((await load('/login')).status).toBe(200);
  });

  it('fills in the page’s documents under a nonce of its own', async () => {
    signedIn = true;
    const [one, two] = [await load('/fileManage'), await load('/')];
    const page = await one.text();
    expect(page).toContain('<p>console</p>');
    const nonce = /nonce="([^"]+)"/.exec(page)?.[1] ?? '';
    expect(one.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
    expect(await two.text()).not.toContain(nonce);
    expect(block(page, 'sitedeck-config')).toMatchObject({ apiBase: '/api', wireKey: 'a2V5' });
    expect(block(page, 'sitedeck-boot')).toMatchObject({
      remotes: [
        {
          name: 'files',
          base: '/remotes/files/1.2.3/',
          entry: 'remoteEntry.0123abcd.js',
          titles: manifest.titles,
        },
      ],
    });
  });

  it('allows no inline script, no foreign code and no frame around the page', async () => {
    signedIn = true;
    const reply = await load('/');
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).not.toContain('unsafe');
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('allows code from another origin only on the pages of a session that loads a remote from there', async () => {
    signedIn = true;
    remotes = [files, foreignRemote];
    const policy = async (path: string) => (await load(path)).headers.get('content-security-policy') ?? '';
    expect(await policy('/')).toContain("script-src 'self' https://remotes.example.com;");
    expect(await policy('/')).toContain("connect-src 'self' https://remotes.example.com;");
    remotes = [files];
    expect(await policy('/')).not.toContain('https:');
    expect(await policy('/login')).not.toContain('https:');
  });

  it('reads an offered override before it is confirmed, and runs none of its code', async () => {
    signedIn = true;
    const policy = (await load('/fileManage?override=x')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self' https://asked.example;");
  });

  it('redirects to sign-in and back, and away from sign-in when signed in', async () => {
    signedIn = false;
    expect((await load('/')).headers.get('location')).toBe('/login');
    expect((await load('/hostEnvSet/php?x=1')).headers.get('location')).toBe(
      '/login#?r=%2FhostEnvSet%2Fphp%3Fx%3D1',
    );
    const signIn = await load('/login');
    const page = await signIn.text();
    expect(page).toContain('<p>sign in</p>');
    expect(block(page, 'sitedeck-boot')).toEqual({ revision: '', remotes: [] });
    signedIn = true;
    expect((await load('/login')).headers.get('location')).toBe('/');
  });

  it('redirects only within the console', async () => {
    signedIn = false;
    for (const path of ['//evil.example/x', '/\\evil/x', '///x'])
      expect((await load(path)).headers.get('location')).toBe('/login');
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('serves hashed files with unlimited caching, as %s', async (accepted, encoding) => {
    const reply = await load('/assets/app.0a1b.js', { 'accept-encoding': accepted });
    expect(reply.headers.get('content-encoding')).toBe(encoding);
    expect(reply.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await reply.text()).toBe(CODE);
  });

  it('serves remotes and packages to every origin; browsers revalidate packages at each use', async () => {
    const entry = await load('/remotes/files/1.2.3/remoteEntry.0123abcd.js');
    expect(entry.headers.get('content-security-policy')).toBe('sandbox');
    expect(await entry.text()).toBe('var files');
    expect(entry.headers.get('access-control-allow-origin')).toBe('*');
    expect(entry.headers.get('cache-control')).toContain('immutable');
    const index = await load('/packages/index.json');
    expect(await index.json()).toEqual({ packages: [] });
    expect(index.headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    '/remotes/files/1.2.3/../../../../secret.txt',
    '/remotes/files/1.2.3/..%2f..%2f..%2f..%2fsecret.txt',
    '/remotes/files/..',
    '/remotes/files/1.2.3/',
    '/packages/../../secret.txt',
    '/packages/',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/....//secret.txt',
    '/remotes/..%00/secret.txt',
    '/assets/',
    '/api/none',
    '/nothing.js',
  ])('answers 404 to %s', async (path) => {
    signedIn = true;
    // `fetch` would normalise the dots, so this request sends the path as it is.
    const status = await new Promise((resolve, reject) => {
      const { hostname, port } = new URL(url);
      httpGet({ hostname, port, path }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      }).on('error', reject);
    });
    expect(status).toBe(404);
  });

  it('answers whether the boot document has changed', async () => {
    signedIn = true;
    const first = await load('/boot.json');
    const etag = first.headers.get('etag') ?? '';
    expect(await first.json()).toMatchObject({ remotes: [{ name: 'files' }] });
    expect((await load('/boot.json', { 'if-none-match': etag })).status).toBe(304);
    expect((await load('/boot.json', { 'if-none-match': `W/${etag}` })).status).toBe(304);
    remotes = [files, foreignRemote];
    expect((await load('/boot.json', { 'if-none-match': etag })).status).toBe(200);
    signedIn = false;
    expect(await (await load('/boot.json')).json()).toEqual({ revision: '', remotes: [] });
  });

  it('explains every call at /docs without loading anything from other servers', async () => {
    const page = await (await load('/docs')).text();
    for (const path of ['/api/login', '/fs/upload', '/provider/hosts/{hostCode}'])
      expect(page).toContain(path);
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
    const json = await load('/docs/openapi.json');
    expect(await json.json()).toMatchObject({ openapi: '3.1.0' });
  });
});
