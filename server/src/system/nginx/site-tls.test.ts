import { once } from 'node:events';
import { chown, lchown, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCiphers } from 'node:tls';
import { NameSettings, type NameSettings as Settings } from '@sitedeck/contract';
import { removeSiteCertificate, storeSiteCertificate } from '#system/certificate/site-certificate-files';
import { run } from '#system/process/exec';
import { isolationHere, WEB_GID } from '#system/process/identity';
import { challengeFolder } from '#system/settings/paths';
import type { NodeSite, SiteCertificate } from '#system/site/site';
import { makeCertificate, type MadeCertificate } from '#testing/make-certificate';
import { TestNode, testSite } from '#testing/node-engines';
import { requestOverTls, servedFingerprint, shakeHands } from '#testing/tls-client';

const separate = isolationHere().is === 'separate';
const NAMES = ['a.example', 'b.example', 'x.wild.example', '*.wild.example', 'plain.example'] as const;
/** All ciphers up to TLS 1.2, by OpenSSL's names. */
const TLS_1_2 = getCiphers()
  .filter((name) => !name.startsWith('tls_'))
  .map((name) => name.toUpperCase());
const CHALLENGE = '/.well-known/acme-challenge/token_1-A';

describe('sites over TLS behind a real nginx', () => {
  let node: TestNode;
  let site: NodeSite;
  const made = new Map<string, MadeCertificate>();

  /** Stores a certificate; `as` is its name in `made`. */
  const store = async (as: string, names: readonly string[]): Promise<SiteCertificate> => {
    const certificate = await makeCertificate(names);
    made.set(as, certificate);
    await storeSiteCertificate(node.places.certificates, site.hostCode, certificate);
    return { names, fingerprint: certificate.fingerprint };
  };
  const fingerprint = (as: string) => made.get(as)?.fingerprint;
  const apply = async (change: Partial<NodeSite>) => {
    node.sites = [{ ...site, ...change }];
    return node.hosts.applySites();
  };
  const settings = (name: string, more: Partial<Settings> = {}) => NameSettings.parse({ name, ...more });
  const served = (name: string) => servedFingerprint(node.tlsPort, name);
  const tls = (name: string, more: { host?: string; path?: string } = {}) =>
    requestOverTls({ port: node.tlsPort, name, ...more });
  const put = async (path: string, text: string) => {
    const file = join(node.root('vhtls'), 'wwwroot', path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, text);
    if (separate) await chown(file, site.uid, site.uid);
  };
  const challenge = (text: string, name = 'token_1-A') =>
    writeFile(join(challengeFolder(node.places.challenges), name), text, { mode: 0o644 });

  beforeAll(async () => {
    node = await TestNode.make();
    site = testSite('vhtls', node.uid(0), { domains: NAMES });
    node.sites = [site];
    await node.hosts.begin();
    await node.startEngines();
    await put('who.txt', 'tls');
    await put('env.php', '<?php echo json_encode($_SERVER);');
    site = {
      ...site,
      certificates: [
        await store('wild', ['*.wild.example']),
        await store('b', ['b.example']),
        await store('a', ['a.example', 'www.a.example']),
      ],
    };
  });
  afterAll(() => node.close());
  beforeEach(() => apply({}));

  it('serves each name its own certificate, and the exact name before a wildcard', async () => {
    const exact = await store('x', ['x.wild.example']);
    await apply({ certificates: [exact, ...site.certificates] });
    const all = await Promise.all(['a.example', 'b.example', 'x.wild.example', 'y.wild.example'].map(served));
    expect(all).toEqual(['a', 'b', 'x', 'wild'].map(fingerprint));
    expect((await tls('a.example', { path: '/who.txt' })).body).toBe('tls');
  });

  it('refuses a handshake for a name without a certificate', async () => {
    for (const name of ['plain.example', 'unknown.example', 'vhtls.localhost'])
      await expect(shakeHands({ port: node.tlsPort, name })).rejects.toThrow(/unrecognized name/);
    expect((await node.request('plain.example', '/who.txt')).body).toBe('tls');
  });

  it('answers 421 over TLS to a name that is served over plain HTTP only', async () => {
    expect((await tls('a.example', { host: 'plain.example' })).status).toBe(421);
    expect((await tls('a.example', { host: 'unknown.example' })).status).toBe(421);
  });

  it('offers HTTP/2 and TLS from 1.2 on', async () => {
    const socket = await shakeHands({ port: node.tlsPort, name: 'a.example', protocols: ['h2', 'http/1.1'] });
    expect([socket.alpnProtocol, socket.getProtocol()]).toEqual(['h2', 'TLSv1.3']);
    socket.destroy();
    const older = await shakeHands({ port: node.tlsPort, name: 'a.example', maxVersion: 'TLSv1.2' });
    expect(older.getProtocol()).toBe('TLSv1.2');
    older.destroy();
    await expect(
      shakeHands({ port: node.tlsPort, name: 'a.example', maxVersion: 'TLSv1.1' }),
    ).rejects.toThrow();
  });

  it('offers only forward secrecy with authenticated encryption under TLS 1.2, and no renegotiation', async () => {
    const accepted: string[] = [];
    for (const ciphers of TLS_1_2) {
      const hello = { port: node.tlsPort, name: 'a.example', maxVersion: 'TLSv1.2', ciphers } as const;
      const socket = await shakeHands(hello).catch(() => undefined);
      if (socket) accepted.push(ciphers);
      socket?.destroy();
    }
    expect(accepted.sort()).toEqual([
      'ECDHE-ECDSA-AES128-GCM-SHA256',
      'ECDHE-ECDSA-AES256-GCM-SHA384',
      'ECDHE-ECDSA-CHACHA20-POLY1305',
    ]);
    const socket = await shakeHands({ port: node.tlsPort, name: 'a.example', maxVersion: 'TLSv1.2' });
    const refused = once(socket, 'error');
    socket.renegotiate({}, () => undefined);
    expect(String(await refused)).toMatch(/no renegotiation|ECONNRESET/i);
  });

  it('gives new handshakes a renewed certificate and leaves open connections alone', async () => {
    const open = await shakeHands({ port: node.tlsPort, name: 'a.example' });
    const renewed = await store('renewed', ['a.example']);
    await apply({ certificates: [renewed, ...site.certificates] });
    expect(await served('a.example')).toBe(fingerprint('renewed'));
    open.write('GET /who.txt HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n');
    const [reply] = (await once(open, 'data')) as [Buffer];
    expect(reply.toString()).toMatch(/^HTTP\/1\.1 200/);
    open.destroy();
  });

  it('falls back to the next certificate, or to plain HTTP, when files are lost', async () => {
    const lost = await store('lost', ['a.example', 'plain.example']);
    await removeSiteCertificate(node.places.certificates, site.hostCode, lost.fingerprint);
    expect((await apply({ certificates: [lost, ...site.certificates] })).refused).toEqual([]);
    expect(await served('a.example')).toBe(fingerprint('a'));
    await expect(served('plain.example')).rejects.toThrow(/unrecognized name/);
  });

  it('lets PHP know that the visitor came over HTTPS', async () => {
    const seen = JSON.parse((await tls('a.example', { path: '/env.php' })).body) as Record<string, string>;
    expect(seen).toMatchObject({
      HTTPS: 'on',
      REQUEST_SCHEME: 'https',
      SERVER_PORT: String(node.tlsPort),
      SERVER_NAME: 'a.example',
    });
    expect(JSON.parse((await node.request('a.example', '/env.php')).body)).not.toHaveProperty('HTTPS');
  });

  describe('forced HTTPS', () => {
    const forced = { names: [settings('a.example', { forcesHttps: true })] };

    it('redirects plain requests of that name only, whatever headers they carry', async () => {
      await apply(forced);
      const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Ssl': 'on', Forwarded: 'proto=https' };
      const reply = await node.request('a.example', '/who.txt?x=%2F..', headers);
      expect([reply.status, reply.headers['location']]).toEqual([
        301,
        `https://a.example:${node.tlsPort}/who.txt?x=%2F..`,
      ]);
      expect((await node.request('b.example', '/who.txt')).body).toBe('tls');
      expect((await tls('a.example', { path: '/who.txt' })).body).toBe('tls');
    });

    it('has no effect on a name without a certificate', async () => {
      await apply({ names: [settings('plain.example', { forcesHttps: true, hstsDays: 30 })] });
      expect((await node.request('plain.example', '/who.txt')).body).toBe('tls');
    });

    it('comes before redirects, which then apply over TLS', async () => {
      const redirect = { source: '/old', target: '/new', keepPath: false, keepQuery: false };
      await apply({ ...forced, redirects: [redirect] });
      expect((await node.request('a.example', '/old')).headers['location']).toBe(
        `https://a.example:${node.tlsPort}/old`,
      );
      expect((await tls('a.example', { path: '/old' })).headers['location']).toBe('/new');
    });
  });

  it('applies a redirect of a domain to its own HTTPS address to plain requests only', async () => {
    const redirect = { source: 'a.example', target: 'https://a.example', keepPath: true, keepQuery: true };
    await apply({ redirects: [redirect] });
    expect((await node.request('a.example', '/who.txt?a=1')).headers['location']).toBe(
      'https://a.example/who.txt?a=1',
    );
    expect((await tls('a.example', { path: '/who.txt?a=1' })).body).toBe('tls');
  });

  describe('HSTS', () => {
    const hsts = { names: [settings('a.example', { hstsDays: 30 })] };
    const header = (reply: { headers: NodeJS.Dict<string | string[]> }) =>
      reply.headers['strict-transport-security'];

    it('sends it over TLS only, for that name only, with every status', async () => {
      await apply(hsts);
      expect(header(await tls('a.example', { path: '/who.txt' }))).toBe('max-age=2592000');
      expect(header(await tls('a.example', { path: '/missing' }))).toBe('max-age=2592000');
      expect(header(await tls('a.example'))).toBe('max-age=2592000');
      expect(header(await tls('b.example', { path: '/who.txt' }))).toBeUndefined();
      expect(header(await node.request('a.example', '/who.txt'))).toBeUndefined();
      await apply({ ...hsts, status: 'CLOSED' });
      expect(header(await tls('a.example'))).toBe('max-age=2592000');
    });

    it('keeps it beside headers of the owner’s rules', async () => {
      const content = 'location /who.txt { add_header X-Own 1; }\nadd_header X-All 2;';
      const { refused } = await apply({ ...hsts, rewrite: { id: null, name: 'headers', content } });
      expect(refused).toEqual([]);
      const reply = await tls('a.example', { path: '/who.txt' });
      expect([reply.headers['x-own'], header(reply)]).toEqual(['1', 'max-age=2592000']);
    });
  });

  describe('ACME challenges', () => {
    const everywhere = [{ source: '/', target: 'https://other.example', keepPath: true, keepQuery: false }];
    const rules = {
      id: null,
      name: 'all',
      content: 'rewrite ^ /index.php last;\nlocation / { return 403; }',
    };

    it.each<[string, Partial<NodeSite>]>([
      ['open', {}],
      ['closed', { status: 'CLOSED' }],
      ['suspended', { status: 'BLOCKING' }],
      ['redirecting everything', { redirects: everywhere }],
      ['rewriting everything', { rewrite: rules }],
      ['forcing HTTPS', { names: NAMES.map((name) => settings(name, { forcesHttps: true })) }],
    ])('answers them from the node for a site that is %s', async (_state, change) => {
      await challenge('from the node');
      expect((await apply(change)).refused).toEqual([]);
      const reply = await node.request('a.example', CHALLENGE);
      expect([reply.status, reply.body, reply.headers['content-type']]).toEqual([
        200,
        'from the node',
        'text/plain',
      ]);
    });

    it('answers them from the site if the node has no answer', async () => {
      await put('.well-known/acme-challenge/own', 'from the site');
      expect((await node.request('a.example', '/.well-known/acme-challenge/own')).body).toBe('from the site');
      expect((await node.request('a.example', '/.well-known/acme-challenge/none')).status).toBe(404);
    });

    it('serves no other file', async () => {
      await challenge('from the node');
      const secret = join(node.places.challenges, 'secret');
      await writeFile(secret, 'secret', { mode: 0o644 });
      const link = join(node.root('vhtls'), 'wwwroot/.well-known/acme-challenge/link');
      await symlink('/etc/passwd', link);
      if (separate) await lchown(link, site.uid, site.uid);
      const base = '/.well-known/acme-challenge';
      const tricks = ['/../../secret', '/..%2f..%2fsecret', '/%2e%2e/%2e%2e/secret', '/link', '/', ''];
      for (const trick of tricks) {
        const reply = await node.request('a.example', base + trick);
        expect([trick, reply.status === 200]).toEqual([trick, false]);
        expect(reply.body).not.toMatch(/secret|root:/);
      }
    });
  });

  it('keeps keys from everyone but root, and out of the configuration', async () => {
    const current = join(node.places.nginx.sites, 'current');
    for (const name of [
      'nginx.conf',
      ...(await readdir(join(current, 'hosts'))).map((one) => `hosts/${one}`),
    ])
      expect(await readFile(join(current, name), 'utf8')).not.toMatch(/PRIVATE KEY/);
    if (!separate) return;
    const key = join(node.places.certificates, site.hostCode, String(fingerprint('a')), 'key.pem');
    for (const identity of [
      { uid: site.uid, gid: site.uid },
      { uid: WEB_GID, gid: WEB_GID },
    ])
      expect((await run({ file: 'cat', args: [key] }, { identity })).code).not.toBe(0);
  });
});
