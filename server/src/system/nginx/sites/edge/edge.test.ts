import { chown, lchown, mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CdnConfig, NameSettings, type CdnRule } from '@sitedeck/contract';
import { pathExists } from '#system/disk/exists';
import { isolationHere } from '#system/process/identity';
import type { NodeSite } from '#system/site/site';
import { makeCertificate } from '#testing/make-certificate';
import { requestOverTls } from '#testing/tls-client';
import { storeSiteCertificate } from '#system/certificate/site-certificate-files';
import { TestNode, testSite } from '#testing/node-engines';

const separate = isolationHere().is === 'separate';
const NAME = 'edge.example';

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly cache: string | undefined;
}

const rule = (id: number, match: CdnRule['match'], more: Partial<CdnRule> = {}): CdnRule => ({
  id,
  match,
  edgeSeconds: 3600,
  browserSeconds: null,
  cachesPrivate: false,
  ...more,
});

/** Every reply of this page is unique, unless it comes from the cache. */
const PAGE = `<?php
if (isset($_GET['wait']) && !is_file(__DIR__ . '/goes-on')) {
  file_put_contents(dirname(__DIR__, 2) . '/tmp/waits', '');
  for (; !is_file(__DIR__ . '/goes-on'); clearstatcache()) usleep(20000);
}
if (is_file(__DIR__ . '/down')) { http_response_code(503); exit('down'); }
foreach ((array) json_decode($_GET['h'] ?? '[]') as $line) header($line, false);
if (isset($_GET['s'])) http_response_code((int) $_GET['s']);
echo uniqid('', true), ' ', json_encode([
  'ip' => $_SERVER['REMOTE_ADDR'], 'https' => $_SERVER['HTTPS'] ?? '', 'port' => $_SERVER['SERVER_PORT'],
  'host' => $_SERVER['HTTP_HOST'], 'uri' => $_SERVER['REQUEST_URI'],
  'forwarded' => $_SERVER['HTTP_X_FORWARDED_HOST'] ?? null, 'override' => $_SERVER['HTTP_X_HTTP_METHOD_OVERRIDE'] ?? null,
  'edge' => array_values(preg_grep('/^HTTP_X_EDGE/', array_keys($_SERVER))), 'method' => $_SERVER['REQUEST_METHOD'],
  'body' => file_get_contents('php://input'),
]);`;

describe('the edge cache in front of a site', () => {
  let node: TestNode;
  let site: NodeSite;

  const put = async (path: string, text: string | Buffer) => {
    const file = join(node.root('vhedge'), 'wwwroot', path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, text);
    if (separate) await chown(file, site.uid, site.uid);
  };

  const sendRequest = (
    path: string,
    headers: Readonly<Record<string, string>> = {},
    { method = 'GET', body = '' } = {},
  ): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const to = { host: '127.0.0.1', port: node.port, path, method, agent: false };
      const asking = request({ ...to, headers: { host: NAME, ...headers } }, (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('error', reject);
        reply.on('end', () => {
          const cache = reply.headers['x-cache'];
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            body: Buffer.concat(parts),
            cache: typeof cache === 'string' ? cache : undefined,
          });
        });
      });
      asking.on('error', reject);
      asking.end(body);
    });

  const facts = ({ body }: Reply): Record<string, unknown> => {
    const read: unknown = JSON.parse(body.toString().slice(body.toString().indexOf(' ') + 1));
    return read as Record<string, unknown>;
  };
  /** Path of a page that replies with these header lines. */
  const page = (name: string, lines: readonly string[], more = '') =>
    `/${name}/page.php?h=${encodeURIComponent(JSON.stringify(lines))}${more}`;

  const apply = async (change: Partial<NodeSite>) => {
    node.sites = [{ ...site, ...change }];
    return node.hosts.applySites();
  };
  const withRules = (rules: readonly CdnRule[], more: Partial<CdnConfig> = {}) =>
    apply({ cdn: CdnConfig.parse({ rules, ...more }) });

  /** The cache states of two requests. */
  const twice = async (path: string, headers: Readonly<Record<string, string>> = {}) => [
    (await sendRequest(path, headers)).cache,
    (await sendRequest(path, headers)).cache,
  ];

  beforeAll(async () => {
    node = await TestNode.make();
    site = testSite('vhedge', node.uid(0), {
      domains: [NAME, 'plain.example', '*.wild.example'],
      names: [NAME, '*.wild.example'].map((name) => NameSettings.parse({ name, cdn: true })),
      cdn: CdnConfig.parse({}),
    });
    node.sites = [site];
    const applied = await node.hosts.begin();
    expect(applied.refused).toEqual([]);
    await node.startEngines();
    for (const folder of ['all', 'never', 'own', 'private']) await put(`${folder}/page.php`, PAGE);
    await put('style.css', 'body { color: red }'.repeat(100));
  });
  afterAll(() => node.close());

  it('answers the second request from the cache, but only for domains with CDN on', async () => {
    expect(await twice('/style.css')).toEqual(['MISS', 'HIT']);
    const plain = await sendRequest('/style.css', { host: 'plain.example' });
    expect([plain.status, plain.cache]).toEqual([200, undefined]);
    expect(await twice('/style.css', { host: 'a.wild.example' })).toEqual(['MISS', 'HIT']);
  });

  it('passes the connection of the visitor to programs of the site, without internal headers', async () => {
    const reply = facts(
      await sendRequest(page('own', []), { 'x-edge-address': '9.9.9.9', 'x-edge-scheme': 'https' }),
    );
    expect(reply).toMatchObject({
      ip: '127.0.0.1',
      https: '',
      port: String(node.port),
      host: NAME,
      edge: [],
    });
    const direct = await sendRequest(page('own', []), {
      host: 'plain.example',
      'x-edge-address': '9.9.9.9',
      'x-edge-scheme': 'https',
    });
    expect(facts(direct)).toMatchObject({ ip: '127.0.0.1', https: '', edge: [] });
  });

  it('applies the rules in order, and follows the headers of the origin if none matches', async () => {
    await withRules([
      rule(1, { is: 'path', path: '/never/*' }, { edgeSeconds: 0 }),
      rule(2, { is: 'path', path: '/all/*' }, { browserSeconds: 600 }),
      rule(3, { is: 'status', statuses: [404] }, { edgeSeconds: 60 }),
      rule(4, { is: 'path', path: '/private/*' }, { cachesPrivate: true }),
    ]);
    expect(await twice(page('never', ['Cache-Control: max-age=60']))).toEqual([undefined, undefined]);
    for (const name of ['never', 'all', 'own'])
      expect((await sendRequest(page(name, [], '&seen'))).headers).not.toHaveProperty('x-edge-reply');
    expect(await twice(page('all', []))).toEqual(['MISS', 'HIT']);
    expect(await twice(page('own', []))).toEqual(['MISS', 'MISS']);
    expect(await twice(page('own', ['Cache-Control: max-age=60']))).toEqual(['MISS', 'HIT']);
    expect(await twice(page('own', [], '&s=404'))).toEqual(['MISS', 'HIT']);
    expect(await twice('/not-there')).toEqual(['MISS', 'HIT']);
    const { headers } = await sendRequest(page('all', ['Cache-Control: max-age=5', 'Expires: 0']));
    expect([headers['cache-control'], headers['expires']]).toEqual(['max-age=600', undefined]);
  });

  it.each([
    ['Set-Cookie: sid=1'],
    ['Cache-Control: private'],
    ['Cache-Control: no-store'],
    ['Cache-Control: max-age=60, private'],
    ['Vary: *'],
  ])('never caches a reply with %s, even if a rule sets a time', async (line) => {
    expect(await twice(page('all', [line]))).toEqual(['MISS', 'MISS']);
    const { headers } = await sendRequest(page('all', [line]));
    if (line.startsWith('Cache-Control')) expect(headers['cache-control']).toBe(line.slice(15));
  });

  it.each([
    [['Cache-Control: max-age=60', 'Cache-Control: private']],
    [['Cache-Control: max-age=60', 'X-A: b', 'Cache-Control: public', 'Cache-Control: no-store']],
    [['Cache-Control: max-age=60,\tprivate']],
    [['Cache-Control: max-age=60;private']],
  ])('never caches a reply with %j, and does not let browsers cache it', async (lines) => {
    await withRules([rule(1, { is: 'path', path: '/all/*' }, { browserSeconds: 600 })]);
    expect(await twice(page('all', lines))).toEqual(['MISS', 'MISS']);
    expect((await sendRequest(page('all', lines))).headers['cache-control']).toMatch(/private|no-store/);
    await withRules([rule(1, { is: 'path', path: '/all/*' })]);
  });

  it('obeys headers that rules of the site add', async () => {
    const rules = [rule(1, { is: 'path', path: '/*' })];
    const content = 'add_header Cache-Control private;\nlocation /own/ { add_header X-A b; }';
    await apply({ cdn: CdnConfig.parse({ rules }), rewrite: { id: null, name: 'x', content } });
    expect(await twice('/style.css')).toEqual(['MISS', 'MISS']);
    await put('own/a.txt', 'a');
    expect(await twice('/own/a.txt')).toEqual(['MISS', 'HIT']);
    const { headers } = await sendRequest('/own/a.txt');
    expect([headers['x-a'], headers['x-edge-reply']]).toEqual(['b', undefined]);
    const plain = await sendRequest('/own/a.txt', { host: 'plain.example' });
    expect(plain.headers['x-edge-reply']).toBeUndefined();
    await withRules([rule(1, { is: 'path', path: '/all/*' })]);
  });

  it('caches private replies if a rule says so, without their cookies', async () => {
    await withRules([rule(4, { is: 'path', path: '/private/*' }, { cachesPrivate: true })]);
    const path = page('private', ['Set-Cookie: sid=1', 'Cache-Control: private']);
    const first = await sendRequest(path);
    expect([first.cache, first.headers['set-cookie']]).toEqual(['MISS', undefined]);
    expect((await sendRequest(path)).cache).toBe('HIT');
  });

  it('bypasses the cache for signed-in visitors, and caches none of their replies', async () => {
    await withRules([rule(1, { is: 'path', path: '/all/*' })]);
    const path = page('all', [], '&signed');
    for (const headers of [{ authorization: 'Basic eDp5' }, { cookie: 'a=1; wordpress_logged_in_x=2' }])
      expect((await sendRequest(path, headers)).cache).toBe('BYPASS');
    expect(await twice(path, { cookie: 'a=1' })).toEqual(['MISS', 'HIT']);
  });

  it.each([
    ['a=1;\tPHPSESSID=2'],
    ['a=1, ASP.NET_sessionid=2'],
    ['wordpress.logged in_x=2'],
    ['a=1; phpsessid =2'],
  ])('recognises signed-in visitors by %j', async (cookie) => {
    await withRules([rule(1, { is: 'path', path: '/all/*' })]);
    expect((await sendRequest(page('all', [], '&spelt'), { cookie })).cache).toBe('BYPASS');
    expect(
      (await sendRequest(page('all', [], '&spelt'), { cookie: 'xPHPSESSID=2; PHPSESSIDx=1' })).cache,
    ).not.toBe('BYPASS');
  });

  it('bypasses the cache also for the value "0" of Authorization', async () => {
    const path = page('all', [], '&zero');
    expect((await sendRequest(path, { authorization: '0' })).cache).toBe('BYPASS');
    expect(await twice(path)).toEqual(['MISS', 'HIT']);
  });

  it('caches no reply to a request with a body or with another method', async () => {
    const path = page('all', [], '&fat');
    const fat = await sendRequest(path, { 'content-length': '3' }, { body: 'a=b' });
    expect([fat.cache, facts(fat)['body']]).toEqual(['BYPASS', 'a=b']);
    expect((await sendRequest(path, {}, { method: 'POST', body: 'x' })).cache).not.toBe('HIT');
    expect(await twice(path)).toEqual(['MISS', 'HIT']);
    expect(facts(await sendRequest(path))['body']).toBe('');
  });

  it('drops request headers that could change a page but are not in the cache key', async () => {
    const path = page('all', [], '&poison');
    const headers = { 'x-forwarded-host': 'evil.example', 'x-http-method-override': 'DELETE' };
    expect(facts(await sendRequest(path, headers))).toMatchObject({ forwarded: null, override: null });
    expect(facts(await sendRequest(path, { host: `${NAME}:1234` }))).toMatchObject({ host: NAME });
    expect(facts(await sendRequest(path, { host: `EDGE.example:${node.port}` }))).toMatchObject({
      host: `${NAME}:${node.port}`,
    });
  });

  it('bypasses the cache for requests by scripts in a page', async () => {
    const path = page('all', [], '&part');
    expect((await sendRequest(path, { 'x-requested-with': 'XMLHttpRequest' })).cache).toBe('BYPASS');
    expect(await twice(path)).toEqual(['MISS', 'HIT']);
  });

  it('compresses a file even for requests with a Via header', async () => {
    await withRules([rule(1, { is: 'suffix', suffixes: ['css'] })]);
    await put('via.css', 'a { b: c }\n'.repeat(1000));
    const { headers } = await sendRequest('/via.css', { 'accept-encoding': 'gzip', via: '1.1 proxy' });
    expect(headers['content-encoding']).toBe('gzip');
  });

  it.each([
    [['Vary: Cookie']],
    [['Vary: Cookie', 'Vary: Accept-Encoding']],
    [['Vary: Accept-Language', 'Vary: Accept-Encoding']],
    [['Vary: Accept-Encoding, Accept-Language', 'Vary: Accept-Encoding']],
    [['Vary: Origin']],
  ])('does not cache a reply with %j, because nginx obeys only one line', async (lines) => {
    await withRules([rule(1, { is: 'path', path: '/all/*' })]);
    expect(await twice(page('all', lines))).toEqual(['MISS', 'MISS']);
  });

  it.each([
    [['Vary: Accept-Encoding', 'Vary: Accept-Language']],
    [['Vary: Accept-Encoding', 'Vary: Accept-Language, Origin']],
  ])('serves no visitor a variant of another with %j', async (lines) => {
    await withRules([rule(1, { is: 'path', path: '/all/*' })]);
    const path = page('all', lines);
    const of = async (language: string) =>
      (await sendRequest(path, { 'accept-language': language })).body.toString();
    const [chinese, english] = [await of('zh'), await of('en')];
    expect([await of('zh'), await of('en')]).toEqual([chinese, english]);
    expect(chinese).not.toBe(english);
  });

  it('matches suffixes in upper case and in folders with Chinese names', async () => {
    await withRules([rule(1, { is: 'suffix', suffixes: ['css'] })]);
    await put('样式/A.CSS', 'a');
    expect(await twice('/%E6%A0%B7%E5%BC%8F/A.CSS')).toEqual(['MISS', 'HIT']);
    expect(await twice('/%E6%A0%B7%E5%BC%8F/B.CSS%0a')).toEqual(['MISS', 'MISS']);
  });

  it('does not cache a page under the suffix of a file', async () => {
    await withRules([rule(1, { is: 'suffix', suffixes: ['css'] })], {});
    await put('account.php', PAGE);
    expect(await twice('/account.php/x.css')).toEqual(['MISS', 'MISS']);
    await apply({
      cdn: CdnConfig.parse({ rules: [rule(1, { is: 'suffix', suffixes: ['css'] })] }),
      rewrite: { id: null, name: 'x', content: 'rewrite ^/me/ /account.php last;' },
    });
    expect(await twice('/me/x.css')).toEqual(['MISS', 'MISS']);
    expect(await twice('/style.css')).toEqual(['MISS', 'HIT']);
  });

  it('caches no reply of a program to a signed-in visitor, even under the suffix of a file', async () => {
    const rewrite = { id: null, name: 'x', content: 'rewrite ^/me/ /account.php last;' };
    await put('account.php', PAGE);
    const cdn = CdnConfig.parse({ rules: [rule(1, { is: 'suffix', suffixes: ['css', 'pdf'] })] });
    await apply({ cdn, rewrite });
    const own = `/me/x.pdf?h=${encodeURIComponent('["Content-Type: application/pdf"]')}`;
    const cookie = 'PHPSESSID=1';
    expect(await twice(own, { cookie })).toEqual(['MISS', 'MISS']);
    await put('signed.css', 'a');
    expect(await twice('/signed.css', { cookie })).toEqual(['MISS', 'HIT']);
    expect(await twice(own)).toEqual(['MISS', 'HIT']);
    expect((await sendRequest(own, { cookie })).cache).toBe('HIT');
  });

  it('bypasses the cache for pages of signed-in visitors, even if a suffix rule matches them', async () => {
    await withRules([rule(1, { is: 'suffix', suffixes: ['php', 'css'] })]);
    expect((await sendRequest(page('all', []), { cookie: 'PHPSESSID=1' })).cache).toBe('BYPASS');
    expect(await twice(page('all', []))).toEqual(['MISS', 'HIT']);
  });

  it('uses the configured parameters for the cache key, and passes no others to the origin', async () => {
    const rules = [rule(1, { is: 'path', path: '/all/*' })];
    await withRules(rules, { query: { is: 'only', names: ['id', 'page'] } });
    expect(facts(await sendRequest('/all/page.php?x=1&page=2&id=7'))['uri']).toBe(
      '/all/page.php?id=7&page=2',
    );
    expect(await twice('/all/page.php?id=7&page=2&utm=3')).toEqual(['HIT', 'HIT']);
    await withRules(rules, { query: { is: 'none' } });
    expect(facts(await sendRequest('/all/page.php?x=1'))['uri']).toBe('/all/page.php');
    expect((await sendRequest('/all/page.php?y=2')).cache).toBe('HIT');
  });

  it('caches one copy for each encoding', async () => {
    await withRules([rule(1, { is: 'suffix', suffixes: ['css'] })]);
    await put('big.css', 'a { b: c }\n'.repeat(1000));
    for (const accepted of ['gzip, deflate', 'deflate, gzip;q=0.5']) {
      const { headers, body } = await sendRequest('/big.css', { 'accept-encoding': accepted });
      expect([headers['content-encoding'], headers['vary']]).toEqual(['gzip', 'Accept-Encoding']);
      expect(gunzipSync(body)).toHaveLength(11_000);
    }
    const br = await sendRequest('/big.css', { 'accept-encoding': 'gzip, br' });
    expect([br.headers['content-encoding'], br.cache]).toEqual(['br', 'MISS']);
    for (const accepted of ['gzip;q=0, br;q=0.0', 'identity', '']) {
      const { headers, body } = await sendRequest('/big.css', { 'accept-encoding': accepted });
      expect([headers['content-encoding'], body.length]).toEqual([undefined, 11_000]);
    }
    expect((await sendRequest('/big.css')).cache).toBe('HIT');
  });

  it('caches one copy for each value of a header in Vary if a rule caches private replies', async () => {
    await withRules([rule(1, { is: 'path', path: '/all/*' }, { cachesPrivate: true })]);
    const path = page('all', ['Vary: Accept-Language']);
    expect(await twice(path, { 'accept-language': 'zh' })).toEqual(['MISS', 'HIT']);
    expect(await twice(path, { 'accept-language': 'en' })).toEqual(['MISS', 'HIT']);
  });

  it('fetches and caches large files in slices', async () => {
    await withRules([rule(1, { is: 'suffix', suffixes: ['mp4'] })]);
    const film = Buffer.alloc(10 * 1024 * 1024, 'film');
    film.write('end', film.length - 3);
    await put('film.mp4', film);
    const last = await sendRequest('/film.mp4', { range: `bytes=${film.length - 3}-` });
    expect([last.status, last.body.toString(), last.cache]).toEqual([206, 'end', 'MISS']);
    const first = await sendRequest('/film.mp4', { range: 'bytes=0-3' });
    expect([first.status, first.body.toString(), first.cache]).toEqual([206, 'film', 'MISS']);
    expect((await sendRequest('/film.mp4')).body.equals(film)).toBe(true);
    expect((await sendRequest('/film.mp4', { range: 'bytes=1-' })).cache).toBe('HIT');
  });

  it('removes a page that the origin began before a purge and completed after it', async () => {
    await withRules([rule(1, { is: 'path', path: '/all/*' })]);
    const path = page('all', [], '&wait');
    const slow = sendRequest(path);
    while (!(await pathExists(join(node.root('vhedge'), 'tmp/waits')))) await sleep(20);
    await node.hosts.edge.purge(site.hostCode, { is: 'all' }, { is: 'all' });
    const later = await sendRequest(page('all', [], '&later'));
    await put('all/goes-on', '');
    await slow;
    const old = await sendRequest(path);
    expect([old.cache, old.body.toString()]).toEqual(['HIT', (await slow).body.toString()]);
    while ((await sendRequest(path)).body.equals(old.body)) await sleep(100);
    expect((await sendRequest(page('all', [], '&later'))).body.equals(later.body)).toBe(true);
  });

  it('purges every spelling of a URL that is not UTF-8', async () => {
    await withRules([rule(1, { is: 'status', statuses: [404] })]);
    for (const path of ['/%e9/a', '/%E9/%61', '//%e9/./a'])
      expect(await twice(path)).toEqual(['MISS', 'HIT']);
    const urls = [`http://${NAME}/%E9/a`];
    expect(await node.hosts.edge.purge(site.hostCode, { is: 'url', urls }, { is: 'all' })).toBe(3);
  });

  it('removes incomplete files of a killed web server, but none that is still being written', async () => {
    const folder = join(node.places.edge, site.hostCode, '00');
    await mkdir(folder, { recursive: true });
    const [left, arrives] = ['0000000001', '0000000002'].map((end) =>
      join(folder, `${'0'.repeat(32)}.${end}`),
    );
    for (const file of [left, arrives]) await writeFile(file ?? '', 'x'.repeat(10));
    const before = await node.hosts.edge.size(site.hostCode);
    await utimes(left ?? '', 0, 0);
    expect(before - (await node.hosts.edge.size(site.hostCode))).toBe(10);
    await node.hosts.edge.purgeAll(site.hostCode);
    expect(await Promise.all([left, arrives].map((file) => pathExists(file ?? '')))).toEqual([false, true]);
    await rm(arrives ?? '');
  });

  it('removes the pages of a domain when its CDN is turned off', async () => {
    await withRules([rule(1, { is: 'path', path: '/all/*' })]);
    const host = 'a.wild.example';
    const path = page('all', [], '&gone');
    const old = await sendRequest(path, { host });
    await apply({ names: site.names.filter(({ name }) => name === NAME) });
    await withRules([rule(1, { is: 'path', path: '/all/*' })]);
    const now = await sendRequest(path, { host });
    expect([old.cache, now.cache]).toEqual(['MISS', 'MISS']);
  });

  it('repeats a purge that failed', async () => {
    const cdn = CdnConfig.parse({ rules: [rule(1, { is: 'suffix', suffixes: ['css'] })] });
    await apply({ cdn });
    expect(await twice('/style.css')).toContain('HIT');
    // As if the worker was killed after applying the configuration and before the purge.
    const killed = jest.spyOn(node.hosts.edge, 'purgeAll').mockRejectedValueOnce(new Error('killed'));
    const failed = jest.spyOn(console, 'warn').mockImplementationOnce(() => undefined);
    const rewrite = { id: null, name: 'x', content: 'rewrite ^/style.css$ /gone.css last;' };
    await apply({ cdn, rewrite });
    expect([killed.mock.calls, failed.mock.calls]).toEqual([[[site.hostCode]], [expect.anything()]]);
    expect((await sendRequest('/style.css')).status).toBe(200);
    await apply({ cdn, rewrite });
    expect((await sendRequest('/style.css')).status).toBe(404);
    jest.restoreAllMocks();
  });

  it('serves stale pages while the site is down, but none of a closed site', async () => {
    await withRules([rule(1, { is: 'path', path: '/all/*' }, { edgeSeconds: 1 })]);
    const path = page('all', [], '&stale');
    const kept = await sendRequest(path);
    await put('all/down', '');
    let stale = await sendRequest(path);
    while (stale.cache === 'HIT') {
      await sleep(20);
      stale = await sendRequest(path);
    }
    expect([stale.status, stale.body.toString()]).toEqual([200, kept.body.toString()]);
    expect((await sendRequest(page('all', [], '&new'))).status).toBe(503);
    await rm(join(node.root('vhedge'), 'wwwroot/all/down'));
    await apply({ status: 'CLOSED' });
    expect((await sendRequest(path)).status).toBe(503);
    await apply({});
  });

  it('caches no reply to an HTTP/2 request with a body of unknown length', async () => {
    const made = await makeCertificate([NAME]);
    await storeSiteCertificate(node.places.certificates, site.hostCode, made);
    const certificates = [{ names: [NAME], fingerprint: made.fingerprint }];
    const rules = [rule(1, { is: 'path', path: '/all/*' })];
    await apply({ certificates, cdn: CdnConfig.parse({ rules }) });
    const send = (body: string) =>
      new Promise<string>((resolve, reject) => {
        const session = connect(`https://127.0.0.1:${node.tlsPort}`, {
          rejectUnauthorized: false,
          servername: NAME,
        });
        const asking = session.request(
          { ':path': page('all', [], '&fat2'), ':authority': NAME },
          { endStream: body === '' },
        );
        let text = '';
        asking.setEncoding('utf8').on('data', (part: string) => (text += part));
        asking.on('error', reject).on('end', () => {
          session.close();
          resolve(text);
        });
        if (body !== '') asking.end(body);
      });
    expect(await send('a=b')).toContain('"body":"a=b"');
    expect(await send('')).toContain('"body":""');
  });

  it('follows no symlink out of a site, not even for an ACME challenge', async () => {
    const secret = join(node.root('vhedge'), '../secret.txt');
    await writeFile(secret, 'of another host', { mode: 0o644 });
    await put('.well-known/acme-challenge/own', 'own token');
    const link = join(node.root('vhedge'), 'wwwroot/.well-known/acme-challenge/foreign');
    await symlink(secret, link);
    if (separate) await lchown(link, site.uid, site.uid);
    const challenge = async (token: string) => {
      const { status, body } = await sendRequest(`/.well-known/acme-challenge/${token}`);
      return [status, body.toString().includes('of another host')];
    };
    expect([await challenge('own'), await challenge('foreign')]).toEqual([
      [200, false],
      [separate ? 404 : 200, !separate],
    ]);
  });

  it('shows rules and programs of a site that a visitor uses HTTPS', async () => {
    const made = await makeCertificate([NAME]);
    await storeSiteCertificate(node.places.certificates, site.hostCode, made);
    const upgrade = 'if ($scheme = http) { return 301 https://$host$request_uri; }\n';
    const moved = 'rewrite ^/old$ $scheme://$host/new;';
    await apply({
      certificates: [{ names: [NAME], fingerprint: made.fingerprint }],
      rewrite: { id: null, name: 'x', content: upgrade + moved },
      redirects: [{ source: '/r', target: '/to', keepPath: false, keepQuery: false }],
    });
    const tls = (path: string) => requestOverTls({ port: node.tlsPort, name: NAME, path });
    expect((await sendRequest('/style.css')).headers['location']).toBe(`https://${NAME}/style.css`);
    expect((await tls('/style.css')).status).toBe(200);
    expect(JSON.parse((await tls('/own/page.php')).body.replace(/^\S+ /, ''))).toMatchObject({
      https: 'on',
      port: String(node.tlsPort),
    });
    expect((await tls('/old')).headers['location']).toBe(`https://${NAME}/new`);
    expect((await tls('/r')).headers['location']).toBe('/to');
  });

  it('detects an endless page before it fills the disk, and ends it with a restart', async () => {
    const endless =
      '<?php header("Cache-Control: max-age=60"); for (;;) { echo str_repeat("x", 65536); usleep(1000); }';
    await put('endless.php', endless);
    await apply({});
    const LIMIT = 16 * 1024 * 1024;
    const asked = new Promise<'complete' | 'cut'>((resolve, reject) => {
      const to = {
        host: '127.0.0.1',
        port: node.port,
        path: '/endless.php',
        headers: { host: NAME },
        agent: false,
      };
      request(to, (reply) => {
        reply.on('error', () => undefined);
        reply.resume().on('close', () => resolve(reply.complete ? 'complete' : 'cut'));
      })
        .on('error', reject)
        .end();
    });
    let large: readonly string[] = [];
    while (large.length === 0) {
      await sleep(20);
      large = await node.hosts.edge.hostsWithOversizedPage(LIMIT);
    }
    expect(large).toEqual([site.hostCode]);
    await node.hosts.restartSite(site.hostCode);
    expect(await asked).toBe('cut');
    while ((await node.hosts.edge.hostsWithOversizedPage(0)).length > 0) await sleep(20);
    expect((await sendRequest('/style.css')).status).toBe(200);
  });

  it('answers 421 to an unknown name on the internal socket', async () => {
    const reply = await new Promise<number | undefined>((resolve, reject) => {
      const to = { socketPath: node.places.originSocket, path: '/', headers: { host: 'other.example' } };
      request({ ...to, agent: false }, (got) => resolve(got.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(reply).toBe(421);
  });
});
