import { appendFile, readdir, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SiteConfig } from '@sitedeck/contract';
import { z } from 'zod';
import { storedJson } from '#state/stored-json';
import { instanceOf } from '#system/nginx/instance';
import { Portal } from '#testing/browser';
import { requestSite } from '#testing/node-engines';
import { serveSites, type ServedSite, type ServedSites } from '#testing/served-sites';
import { waitForLog } from '#testing/wait-for-log';

const Walked = z.object({
  steps: z.array(z.object({ url: z.string(), source: z.string(), to: z.string() })),
  end: z.string(),
});
const Types = z.object({
  types: z.array(
    z.object({
      mimeType: z.string(),
      extension: z.string(),
      from: z.string(),
      replaces: z.string().optional(),
    }),
  ),
});
const History = z.object({ versions: z.array(z.object({ action: z.string() })) });
const Version = z.object({ version: z.number() });
const Page = z.object({ exists: z.boolean() });
const Log = z.object({
  lines: z.array(z.string()),
  next: z.number(),
  restarted: z.boolean(),
  cut: z.boolean(),
});
const LONG = 'x'.repeat(2049);
/** The API refuses NUL and lone surrogates before the settings are checked. */
const reasonFor = (value: string, reason: string) =>
  value.includes('\0') || Buffer.from(value).toString() !== value ? 'bad-input' : reason;

describe('redirects, pages for 404, media types and error logs of a site', () => {
  let sites: ServedSites;
  let mine: ServedSite;
  let other: ServedSite;

  const bind = async (site: ServedSite, domains: readonly string[]) => {
    const request = { method: 'PATCH', json: { domains } };
    const answer = await new Portal(sites.api).request(`/provider/hosts/${site.code}`, request);
    expect(answer.code).toBe('200');
  };
  const at = (host: string, path: string) => sites.node.request(host, path);
  const leads = async (path: string, host = `${mine.code}.localhost`) => {
    const { status, headers } = await at(host, path);
    return status === 301 ? String(headers.location) : status;
  };
  const add = (source: string, target: string, more: object = {}) =>
    mine.post('redirect/add', { source, target, ...more });
  const put = async (...redirects: readonly (readonly [string, string, object?])[]) => {
    const rows = redirects.map(([source, target, more]) => ({ source, target, ...more }));
    const answer = await mine.post('redirect/import', { redirects: rows, replace: true });
    expect([answer.code, answer.msg]).toEqual(['200', answer.msg]);
  };
  const walk = async (url: string, draft?: object) =>
    Walked.parse((await mine.post('redirect/test', { url, ...(draft && { draft }) })).res);
  /** Changes the document in the database, without the API. */
  const tamper = async (change: Partial<SiteConfig> | Readonly<Record<string, unknown>>) => {
    const document = storedJson({ ...(await mine.config()), ...change });
    const { db } = sites.api.test;
    const last = await db
      .selectFrom('site_config')
      .select('version')
      .where('host_code', '=', mine.code)
      .orderBy('version', 'desc')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('site_config')
      .values({
        host_code: mine.code,
        version: last.version + 1,
        document,
        operator: 'x',
        role: null,
        action: 'x',
      })
      .execute();
    return async () => {
      await db
        .deleteFrom('site_config')
        .where('host_code', '=', mine.code)
        .where('version', '>', last.version)
        .execute();
    };
  };

  beforeAll(async () => {
    sites = await serveSites();
    mine = await sites.site('mine');
    other = await sites.site('other');
    await bind(mine, ['new.example', 'old.example', '例子.example']);
    for (const site of [mine, other]) {
      await site.put('index.html', 'home');
      await site.put('data.thing', 'thing');
      await site.put('pages/lost.html', 'lost');
    }
  });
  afterAll(() => sites.close());
  afterEach(async () => {
    await mine.post('clearConfig');
    // No setting of this site affects the neighbour.
    expect((await other.visit('/')).body).toBe('home');
    expect((await other.visit('/old')).status).toBe(404);
    expect((await other.visit('/nothing')).body).toContain('404 Not Found');
    expect((await other.visit('/data.thing')).headers['content-type']).toBe('application/octet-stream');
  });

  describe('a redirect', () => {
    it('redirects a path, a domain, and a path of a domain, and nothing else', async () => {
      await put(
        ['/old', '/new'],
        ['old.example/blog', 'https://blog.example/'],
        ['old.example', 'https://new.example/welcome'],
      );
      expect(await leads('/old')).toBe('/new');
      expect(await leads('/old?a=1')).toBe('/new');
      expect([await leads('/old/'), await leads('/older'), await leads('/OLD')]).toEqual([404, 404, 404]);
      expect(await leads('/blog', 'old.example')).toBe('https://blog.example/');
      expect(await leads('/anything', 'old.example')).toBe('https://new.example/welcome');
      expect(await leads('/', 'new.example')).toBe(200);
      expect(await leads('/', 'OLD.EXAMPLE')).toBe('https://new.example/welcome');
    });

    it('leads elsewhere once it is changed, and the history names a change', async () => {
      await put(['/old', '/new'], ['/other', '/new']);
      const redirect = { source: '/older', target: '/newer' };
      expect((await mine.post('redirect/change', { source: '/old', redirect })).code).toBe('200');
      expect([await leads('/old'), await leads('/older'), await leads('/other')]).toEqual([
        404,
        '/newer',
        '/new',
      ]);
      const { versions } = History.parse((await mine.post('config/history', { size: 1 })).res);
      expect(versions).toEqual([{ action: 'changeRedirect' }]);
    });

    it('keeps the rest of the path and the query where set', async () => {
      await put(
        ['/shop', 'https://shop.example/goods', { keepPath: true, keepQuery: true }],
        ['/blog', '/news/', { keepPath: true }],
        ['/find', '/search?in=all#top', { keepQuery: true }],
        ['old.example', 'https://new.example', { keepPath: true, keepQuery: true }],
      );
      expect(await leads('/shop')).toBe('https://shop.example/goods');
      expect(await leads('/shop/a/b?c=%20d&e')).toBe('https://shop.example/goods/a/b?c=%20d&e');
      expect(await leads('/shopping')).toBe(404);
      expect(await leads('/blog')).toBe('/news/');
      expect(await leads('/blog/one?x=1')).toBe('/news/one');
      expect(await leads('/find')).toBe('/search?in=all#top');
      expect(await leads('/find?q=1')).toBe('/search?in=all&q=1#top');
      expect(await leads('/a?b', 'old.example')).toBe('https://new.example/a?b');
      expect(await leads('/', 'old.example')).toBe('https://new.example/');
    });

    it('matches names and paths in any script, in every spelling of a browser', async () => {
      await put(
        ['例子.example', 'https://中文.example/首页'],
        ['/旧 页', '/新页'],
        ["/it's;a$b(c)", '/plain'],
      );
      expect((await mine.config()).redirects[0]?.source).toBe('例子.example');
      expect(await leads('/', 'xn--fsqu00a.example')).toBe('https://xn--fiq228c.example/%E9%A6%96%E9%A1%B5');
      const paths = ['/%E6%97%A7%20%E9%A1%B5', '/%e6%97%a7%20%e9%a1%b5'];
      for (const path of paths) expect(await leads(path)).toBe('/%E6%96%B0%E9%A1%B5');
      expect(await leads("/it's;a$b(c)")).toBe('/plain');
      expect(await leads('/it%27s%3ba%24b(c)')).toBe('/plain');
      expect(await leads('/it%27s%3ba%24b(c)d')).toBe(404);
    });

    it('puts only undecoded parts of the address into a header', async () => {
      await put(['/to', '/', { keepPath: true, keepQuery: true }], ['/x', '/y', { keepPath: true }]);
      expect(await leads('/to/a%0d%0aSet-Cookie:%20x=1?b=%0D%0Ac')).toBe(
        '/a%0d%0aSet-Cookie:%20x=1?b=%0D%0Ac',
      );
      for (const path of ['/to//evil.example', '/to/\\evil.example', '/to/%2f%2fevil.example'])
        expect(String(await leads(path))).toMatch(/^\/(?:evil|%2f%2fevil)\.example$/);
      const long = 'a/\\'.repeat(2300);
      expect(await leads(`/to/${long}`)).toBe(`/${long}`);
      expect(await leads(`/too/${long}`)).toBe(404);
      for (const { headers } of [await mine.visit('/to/a%0d%0aSet-Cookie:%20x=1')])
        expect(headers['set-cookie']).toBeUndefined();
    });

    it('applies redirects in their order, and in the new one after a change', async () => {
      await put(['/old/a', '/first'], ['/old', '/second', { keepPath: true }]);
      expect(await leads('/old/a')).toBe('/first');
      expect((await mine.post('redirect/order', { sources: ['/old', '/old/a'] })).code).toBe('200');
      expect(await leads('/old/a')).toBe('/second/a');
      for (const sources of [['/old'], ['/old', '/old'], ['/old', '/old/a', '/b'], []])
        expect((await mine.post('redirect/order', { sources })).reason).toBe('redirect-order-refused');
    });

    it('finds a redirect among hundreds, at any position', async () => {
      const numbers = Array.from({ length: 190 }, (_, index) => index);
      await put(
        ...numbers.map((at): [string, string] => [`/a place of many/${at}`, `/to/${at}`]),
        ['old.example', 'https://new.example/', { keepPath: true }],
        ['/a place of many', '/last', { keepPath: true }],
      );
      for (const at of [0, 77, 150, 189])
        expect(await leads(`/a%20place%20of%20many/${at}`)).toBe(`/to/${at}`);
      expect(await leads('/a%20place%20of%20many/600')).toBe('/last/600');
      expect(await leads('/b', 'old.example')).toBe('https://new.example/b');
      expect([await leads('/a%20place'), await leads('/a')]).toEqual([404, 404]);
    });

    it('keeps one redirect per source until it is removed', async () => {
      expect((await add('/old', '/new')).code).toBe('200');
      for (const source of ['/old', ' /old ', '/%6Fld', 'http://OLD.example/'])
        await add(source, '/newer').then(({ reason }) =>
          expect([source, reason]).toEqual([source, source.includes('OLD') ? undefined : 'redirect-taken']),
        );
      expect((await add('old.example/', '/newer')).reason).toBe('redirect-taken');
      expect((await mine.post('redirect/del', { source: '/old' })).code).toBe('200');
      expect(await leads('/old')).toBe(404);
      expect((await mine.post('redirect/del', { source: '/old' })).reason).toBe('redirect-gone');
    });

    it('leaves the ACME challenge of a domain alone', async () => {
      await mine.put('.well-known/acme-challenge/token', 'proof');
      await put(['old.example', 'https://new.example/', { keepPath: true }]);
      expect((await at('old.example', '/.well-known/acme-challenge/token')).body).toBe('proof');
      expect(await leads('/.well-known/other', 'old.example')).toBe('https://new.example/.well-known/other');
    });

    it('refuses a circle of redirects, and names its chain', async () => {
      await put(['/a', '/b'], ['/b', 'http://new.example/c']);
      const circles: readonly (readonly [string, string, object?])[] = [
        ['/c', '/a'],
        ['/d', '/d'],
        ['/e', '/e/f', { keepPath: true }],
        ['old.example', 'http://old.example/x'],
        ['new.example', 'http://NEW.example', { keepPath: true }],
        ['new.example/c', 'https://old.example/a'],
      ];
      for (const [source, target, more] of circles)
        expect([source, (await add(source, target, more)).reason]).toEqual([source, 'redirect-loops']);
      expect((await add('/c', '/a')).msg).toContain('/a → ');
      expect((await mine.config()).redirects).toHaveLength(2);
      // Another port or name belongs to another server.
      expect((await add('/c', 'https://new.example:9443/a')).code).toBe('200');
      expect((await add('/f', 'https://elsewhere.example/f')).code).toBe('200');
    });

    it('follows redirects step by step as the web server does, drafts too', async () => {
      await put(
        ['/one', '/two?x=1'],
        ['/two', 'http://new.example/three/', { keepQuery: true }],
        ['/three/', 'https://elsewhere.example/', { keepPath: true }],
        ['/四', '/one'],
      );
      const { steps, end } = await walk('/四');
      expect(end).toBe('elsewhere');
      expect(steps.map(({ source }) => source)).toEqual(['/四', '/one', '/two', '/three/']);
      for (const { url, to } of steps) {
        const { hostname, pathname, search } = new URL(url);
        const location = await leads(pathname + search, hostname);
        expect(new URL(String(location), url).href).toBe(to);
      }
      expect(await walk('/nothing')).toEqual({ steps: [], end: 'here' });
      expect(await walk('https://elsewhere.example/one')).toEqual({ steps: [], end: 'elsewhere' });
      const circle = await walk('/x', { source: '/x', target: '/y' });
      expect(circle).toMatchObject({ end: 'here', steps: [{ source: '/x' }] });
      expect((await walk('/one', { source: '/three/', target: '/one' })).end).toBe('loop');
      expect((await mine.post('redirect/test', { url: 'javascript:alert(1)' })).reason).toBe(
        'redirect-test-refused',
      );
    });

    it('imports all redirects or none, and names the invalid row', async () => {
      await put(['/old', '/new']);
      const rows = [
        { source: '/1', target: '/x' },
        { source: '/2', target: 'ftp://x' },
        { source: '/1', target: '/y' },
      ];
      const answer = await mine.post('redirect/import', { redirects: rows });
      expect([answer.reason, answer.field]).toEqual(['redirect-row', 'redirects']);
      expect(answer.msg).toContain('Row 2');
      expect(answer.msg).toContain('ftp://x');
      const secondImport = await mine.post('redirect/import', { redirects: [rows[0], rows[2]] });
      expect(secondImport.msg).toContain('Row 2');
      expect((await mine.config()).redirects).toHaveLength(1);
      expect((await mine.post('redirect/import', { redirects: [rows[0]] })).code).toBe('200');
      expect([await leads('/old'), await leads('/1')]).toEqual(['/new', '/x']);
    });

    it('answers the last of five hundred redirects, and refuses one more', async () => {
      const many = Array.from(
        { length: 500 },
        (_, n) => [`/old/${n}/旧`, `https://new.example/${n}`, { keepPath: true }] as const,
      );
      await put(...many);
      expect(await leads('/old/499/%E6%97%A7/x')).toBe('https://new.example/499/x');
      expect(await leads('/old/0/%E6%97%A7')).toBe('https://new.example/0');
      expect(await leads('/old/500/%E6%97%A7')).toBe(404);
      expect((await add('/one-more', '/x')).reason).toBe('redirects-full');
    });
  });

  describe.each<[string, string[], { reason: string; field: string }]>([
    [
      'source',
      [
        'a\nb.example',
        '/a\nb',
        '/a\rb',
        '/a\0b',
        '/a\tb',
        '/a"b',
        '/a\\b',
        '/a?b',
        '/a#b',
        '/a*',
        '*.example',
        '/a/../b',
        '/a/%2e%2e/b',
        '/./a',
        '//evil.example',
        '/a//b',
        '/\\evil.example',
        '/%0d%0aX',
        '/%00',
        '/%zz',
        'old.example:8080',
        'user:pass@old.example',
        'user@old.example/x',
        'javascript:alert(1)',
        'ftp://old.example',
        '127.0.0.1',
        '[::1]',
        'localhost',
        'a b.example',
        'a;b.example',
        'a{b.example',
        '-a.example',
        '~^.example',
        '$host',
        '\u202e/a',
        'old.example\u200b',
        '\ud800/x',
      ],
      { reason: 'redirect-source-refused', field: 'source' },
    ],
    [
      'target',
      [
        'javascript:alert(1)',
        'JaVaScRiPt:alert(1)',
        ' javascript:alert(1)',
        'java\nscript:alert(1)',
        'data:text/html,x',
        'vbscript:x',
        'file:///etc/passwd',
        'ftp://x.example/',
        '//evil.example',
        '///evil.example',
        '/\\evil.example',
        '\\\\evil.example',
        'https:/evil.example',
        'https:evil.example',
        'https://',
        'http://user:pass@evil.example/',
        'https://good.example@evil.example/',
        'https://a b.example/',
        'https://a{b}.example/',
        "https://a'b.example/",
        'https://a;b.example/',
        'https://a$b.example/',
        'https://x.example:99999/',
        '/..//evil.example',
        '/.//evil.example',
        '/%2e//evil.example',
        'https://x.example//evil',
        '/a\nb',
        '/a\rb',
        '/a\r\nSet-Cookie: x=1',
        '/a\0b',
        '/a"b',
        'new.example',
        'a',
        '$host',
        '\u202ehttps://x.example/',
      ],
      { reason: 'redirect-target-refused', field: 'target' },
    ],
  ])('a redirect with an invalid %s', (end, values, expected) => {
    it('is refused and changes nothing', async () => {
      const before = await mine.config();
      for (const value of values) {
        const answer = await (end === 'source' ? add(value, '/new') : add('/old', value));
        expect([value, answer.code, answer.reason, answer.field]).toEqual([
          value,
          '400',
          reasonFor(value, expected.reason),
          expected.field,
        ]);
      }
      expect((await (end === 'source' ? add(`/${LONG}`, '/new') : add('/old', `/${LONG}`))).code).toBe('400');
      const encoded = `/${'旧'.repeat(600)}`;
      const long = await (end === 'source' ? add(encoded, '/new') : add('/old', encoded));
      expect(long.reason).toBe('redirect-too-long');
      expect(await mine.config()).toEqual(before);
    });
  });

  it('accepts unusual addresses, encoded so that nginx reads no syntax in them', async () => {
    const odd = [
      ['/a;b', '/%3B'],
      ['/a$b', '/$request_uri'],
      ["/a'b", "/it's"],
      ['/a{b}', '/${x}'],
      ['/a`b', '/`x`'],
      ['/crlf', '/a%0d%0aSet-Cookie:x'],
      ['/semicolon', '/a;b{c}d'],
      ['/port', 'https://х.example:8443/p?q=a;b$c#d'],
      ['/six', 'http://[::1]:8080/'],
      ['/four', 'http://127.0.0.1/'],
      ['/.hidden', '/x'],
      ['раypal.example', 'https://paypal.example/'],
      ['under_score.example/x', '/x'],
    ] as const;
    await put(...odd);
    for (const [source, target] of odd.filter(([entered]) => entered.startsWith('/')))
      expect(await leads(encodeURI(source))).toBe(
        new URL(target, 'http://site.invalid').href
          .replace('http://site.invalid', '')
          .replace(/[;$'{}`]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`),
      );
  });

  describe('the page for 404', () => {
    const set = (body: object) => mine.post('errorPage/set', body);
    const lost = (method: string, path = '/nothing') =>
      requestSite({ port: sites.node.port, host: `${mine.code}.localhost`, path, method });

    it('serves a file of the site for every method, with status 404', async () => {
      expect((await set({ path: '/wwwroot/pages/lost.html' })).code).toBe('200');
      for (const method of ['GET', 'POST', 'PUT']) {
        const reply = await lost(method);
        expect([method, reply.status, reply.body]).toEqual([method, 404, 'lost']);
      }
      const head = await lost('HEAD');
      expect([head.status, head.body]).toEqual([404, '']);
      for (const path of ['/.hidden', '/x.inc', '/no.php'])
        expect((await lost('GET', path)).body).toBe('lost');
      expect((await lost('GET', '/pages/lost.html')).status).toBe(200);
      expect(Page.parse((await mine.post('errorPage/config')).res).exists).toBe(true);
      expect((await mine.post('errorPage/unset')).code).toBe('200');
      expect((await lost('GET')).body).toContain('404 Not Found');
    });

    it('serves the server’s own page if the file is missing, without a loop', async () => {
      await set({ path: '/wwwroot/pages/gone.html' });
      expect(Page.parse((await mine.post('errorPage/config')).res).exists).toBe(false);
      const reply = await lost('GET');
      expect([reply.status, reply.body.includes('404 Not Found')]).toEqual([404, true]);
    });

    it('accepts a text in any script and size, and gives it no URL of its own', async () => {
      const texts = ['<h1>找不到</h1>', 'a\n"b\' ; } { $host \\ `', 'x'.repeat(262_144)];
      for (const content of texts) {
        expect((await set({ content })).code).toBe('200');
        const reply = await lost('POST');
        expect([reply.status, reply.body]).toEqual([404, content]);
        expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
      }
      expect((await lost('GET', '/.sitedeck-404')).status).toBe(404);
      await mine.post('mime/add', { mimeType: 'image/png', extension: 'html' });
      expect((await lost('GET')).headers['content-type']).toBe('text/html; charset=utf-8');
    });

    it('runs a program as the page, with status 404, and leaves a program’s own 404 alone', async () => {
      await mine.put('lost.php', '<?php http_response_code(200); echo "lost ", $_SERVER["REQUEST_METHOD"];');
      await mine.put('own.php', '<?php http_response_code(404); echo "mine";');
      await set({ path: '/wwwroot/lost.php' });
      const reply = await lost('POST');
      expect([reply.status, reply.body]).toEqual([404, 'lost GET']);
      const own = await lost('GET', '/own.php');
      expect([own.status, own.body]).toEqual([404, 'mine']);
    });

    it.each([
      '/etc/passwd',
      '/wwwroot',
      '/wwwroot/',
      '/data/secret.html',
      '/logs/error.log',
      '/wwwroot/../data/x.html',
      '/wwwroot/./x.html',
      '/wwwroot/%2e%2e/x$y',
      '/wwwroot/.env',
      '/wwwroot/.git/config',
      '/wwwroot/a/.b/c.html',
      '/wwwroot/x.inc',
      '/wwwroot/x.PHP',
      '/wwwroot/x.phtml',
      '/wwwroot/a.php/x.html',
      '/wwwroot/web.config',
      '/wwwroot/a;b.html',
      '/wwwroot/a{b.html',
      '/wwwroot/a}b.html',
      '/wwwroot/a"b.html',
      "/wwwroot/a'b.html",
      '/wwwroot/a\\b.html',
      '/wwwroot/a$b.html',
      '/wwwroot/a?b.html',
      '/wwwroot/a#b.html',
      '/wwwroot/a\nb.html',
      '/wwwroot/a\rb.html',
      '/wwwroot/a\0b.html',
      'wwwroot/x.html',
      '//wwwroot/../x',
      'http://evil.example/',
      `/wwwroot/${'x'.repeat(256)}`,
    ])('refuses %j as the page', async (path) => {
      const answer = await set({ path });
      expect([answer.code, answer.reason, answer.field]).toEqual([
        '400',
        reasonFor(path, 'error-page-refused'),
        'path',
      ]);
    });

    it.each([['a\0b'], ['\ud800'], ['旧'.repeat(100_000)]])(
      'refuses a text that is too long or no text',
      async (content) => {
        expect((await set({ content })).reason).toBe(reasonFor(content, 'error-page-text-refused'));
      },
    );

    it('accepts a file named in any script', async () => {
      await mine.put('页面/找不到 (1).html', 'gone');
      expect((await set({ path: '/wwwroot/页面/找不到 (1).html' })).code).toBe('200');
      expect((await lost('GET')).body).toBe('gone');
    });
  });

  describe('media types', () => {
    const addMime = (mimeType: string, extension: string) => mine.post('mime/add', { mimeType, extension });
    const typeOf = async (path: string) => (await mine.visit(path)).headers['content-type'];
    const list = async () => Types.parse((await mine.post('mime/config')).res).types;

    it('uses the server’s types, and those that the site adds or replaces', async () => {
      await mine.put('a.css', 'css');
      const server = await list();
      expect(server.length).toBeGreaterThan(80);
      expect(server).toContainEqual({ mimeType: 'text/css', extension: 'css', from: 'server' });
      expect((await addMime('application/x-thing', '.THING')).code).toBe('200');
      expect((await addMime('text/x-own!#&', 'css')).code).toBe('200');
      expect(await typeOf('/data.thing')).toBe('application/x-thing');
      expect(await typeOf('/a.css')).toBe('text/x-own!#&');
      expect(await typeOf('/pages/lost.html')).toBe('text/html');
      expect((await list()).slice(0, 2)).toEqual([
        { mimeType: 'application/x-thing', extension: 'thing', from: 'site' },
        { mimeType: 'text/x-own!#&', extension: 'css', from: 'site', replaces: 'text/css' },
      ]);
      expect((await mine.post('mime/remove', { extension: 'css' })).code).toBe('200');
      expect((await mine.post('mime/remove', { extension: 'thing' })).code).toBe('200');
      expect([await typeOf('/a.css'), await typeOf('/data.thing')]).toEqual([
        'text/css',
        'application/octet-stream',
      ]);
      expect((await mine.post('mime/remove', { extension: 'css' })).reason).toBe('mime-gone');
    });

    it.each([
      'text',
      '/html',
      'text/',
      'text/html; charset=x',
      'text/html\nX: y',
      'text/html\r\nX: y',
      'text/ html',
      'text/html;}',
      'text/{',
      'text/"x"',
      "text/'x'",
      'text/\\x',
      'text/a$b',
      'text/\0',
      'include',
      `text/${'x'.repeat(200)}`,
    ])('refuses the type %j', async (type) => {
      const answer = await addMime(type, 'thing');
      expect(answer.reason).toBe(reasonFor(type, 'mime-type-refused'));
    });

    it.each([
      '',
      ' ',
      'a b',
      'a;b',
      'a{b',
      'a"b',
      "a'b",
      'a\\b',
      '$x',
      'a\nb',
      'a\0b',
      '../x',
      'a.b',
      'ä',
      '*',
    ])('refuses the extension %j', async (extension) => {
      expect((await addMime('text/plain', extension)).code).toBe('400');
    });

    it.each(['php', 'PHP', '.inc', 'phtml', 'config', 'php5', 'aspx'])(
      'serves no source: %j stays closed even with a type in the database',
      async (extension) => {
        expect((await addMime('text/plain', extension)).reason).toBe('mime-extension-closed');
      },
    );
  });

  describe('error logs', () => {
    const log = async (body: object) => Log.parse((await mine.post('errorLog', body)).res);

    it('reads new lines, complete ones only, and searches them', async () => {
      await mine.put('fail.php', '<?php error_log("first 你好"); error_log("second");');
      await mine.visit('/fail.php');
      const file = join(sites.node.root(mine.code), 'logs/php-error.log');
      await waitForLog(file, 'second');
      const first = await log({ log: 'php' });
      expect(first.lines.join('\n')).toMatch(/first 你好\n.*second$/);
      expect(await log({ log: 'php', from: first.next })).toEqual({
        lines: [],
        next: first.next,
        restarted: false,
        cut: false,
      });
      await appendFile(file, `in ${sites.node.root(mine.code)}/wwwroot/a.php\nhalf`);
      const next = await log({ log: 'php', from: first.next });
      expect(next.lines).toEqual(['in /wwwroot/a.php']);
      expect((await log({ log: 'php', search: 'SECOND' })).lines).toHaveLength(1);
      await appendFile(file, ' a line\n');
      expect((await log({ log: 'php', from: next.next })).lines).toEqual(['half a line']);
    });

    it('skips to the end after many lines, and restarts if the log has shrunk', async () => {
      const file = join(sites.node.root(mine.code), 'logs/php-error.log');
      await writeFile(file, Array.from({ length: 20_000 }, (_, n) => `line ${n} of many\n`).join(''));
      const { lines, cut, next } = await log({ log: 'php' });
      expect([lines.length, lines.at(-1), cut]).toEqual([200, 'line 19999 of many', true]);
      expect((await log({ log: 'php', search: 'line 19000' })).lines).toEqual(['line 19000 of many']);
      await writeFile(file, 'anew\n');
      expect(await log({ log: 'php', from: next })).toMatchObject({ lines: ['anew'], restarted: true });
    });

    it('shows of the web server only errors of this site', async () => {
      await mine.put('fatal.php', '<?php nothing();');
      const file = join(sites.node.root(mine.code), 'logs/error.log');
      await appendFile(file, `2026/01/01 [error] ${sites.node.places.run}/php/x.sock\n`);
      const { lines } = await log({ log: 'site', search: 'sock' });
      expect(lines).toEqual(['2026/01/01 [error] …/php/x.sock']);
      expect((await mine.post('errorLog', { log: '/etc/passwd' })).code).toBe('400');
      expect((await mine.post('errorLog', { log: 'php', from: -1 })).code).toBe('400');
      expect((await mine.post('errorLog', { log: 'php', search: 'x'.repeat(201) })).code).toBe('400');
    });
  });

  describe('a document that was written without the API', () => {
    const bad: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ['a shape of its own', { redirects: 'none', documents: 7 }],
      ['a source that ends the line', redirected('/a;}\nserver{', '/b')],
      ['a target that names a variable', redirected('/a', 'https://x.example/\n$host')],
      ['a target with a script', redirected('/a', 'javascript:alert(1)')],
      ['a page outside', { errorPage: { is: 'file', path: '/etc/passwd' } }],
      ['a page with a dot', { errorPage: { is: 'file', path: '/wwwroot/.env' } }],
      ['a type that ends the block', { mime: [{ mimeType: 'text/x;}', extension: 'x' }] }],
    ];
    function redirected(source: string, target: string) {
      return { redirects: [{ source, target, keepPath: false, keepQuery: false }] };
    }

    it('keeps the last good configuration, and applies the changes of other sites', async () => {
      await put(['/old', '/new']);
      await mine.post('errorPage/set', { content: 'my page' });
      await other.put('start.html', 'start');
      for (const [index, [what, change]] of bad.entries()) {
        const undo = await tamper(change);
        try {
          const docs = index % 2 === 0 ? ['start.html'] : ['index.html'];
          expect((await other.post('setDefaultHomePage', { docs })).code).toBe('200');
          expect((await other.visit('/')).body).toBe(index % 2 === 0 ? 'start' : 'home');
          const { refused } = await sites.node.hosts.applySites();
          expect([what, refused.map(({ hostCode }) => hostCode)]).toEqual([what, [mine.code]]);
          expect([await leads('/old'), (await mine.visit('/nothing')).body]).toEqual(['/new', 'my page']);
        } finally {
          await undo();
        }
      }
      await other.post('clearConfig');
    });

    it('serves no source code, even if its extension has a media type', async () => {
      await mine.put('secret.inc', 'password');
      const undo = await tamper({ mime: [{ mimeType: 'text/plain', extension: 'inc' }] });
      try {
        expect((await sites.node.hosts.applySites()).refused).toEqual([]);
        expect((await mine.visit('/secret.inc')).status).toBe(404);
      } finally {
        await undo();
      }
    });
  });

  it('refuses the later of two concurrent edits, and keeps both where neither names a version', async () => {
    const both = await Promise.all([
      add('/a', '/x'),
      add('/b', '/y'),
      mine.post('mime/add', { mimeType: 'a/b', extension: 'c' }),
    ]);
    expect(both.map(({ code }) => code)).toEqual(['200', '200', '200']);
    expect([await leads('/a'), await leads('/b')]).toEqual(['/x', '/y']);
    const { version } = Version.parse((await mine.post('redirect/config')).res);
    const later = await Promise.all(
      ['/c', '/d'].map((source) => mine.post(`redirect/add?version=${version}`, { source, target: '/x' })),
    );
    expect(later.map(({ code }) => code).sort()).toEqual(['200', '409']);
  });

  it('serves either the old or the new configuration, never a mix, after nginx was killed during a swap', async () => {
    const versions: number[] = [];
    for (const name of ['a', 'b']) {
      await put(['/old', `/${name}`]);
      await mine.post('errorPage/set', { content: name });
      versions.push(Version.parse((await mine.post('redirect/config')).res).version);
    }
    const [a, b] = versions;
    for (const [version, delay] of [
      [a, 0],
      [b, 60],
      [a, 150],
    ] as const) {
      const before = [await leads('/old'), (await mine.visit('/nothing')).body];
      const change = mine.post(`config/revert/${version}`);
      await sleep(delay);
      await sites.node.killNginx();
      const { code } = await change;
      await sites.node.startNginx();
      const name = version === a ? 'a' : 'b';
      const seen = [await leads('/old'), (await mine.visit('/nothing')).body];
      expect(seen).toEqual(code === '200' ? [`/${name}`, name] : before);
    }
  });

  it('removes at start what a killed process left of its checks', async () => {
    const { folder } = instanceOf(sites.node.places, 'sites');
    await mkdir(join(folder, 'check-1-0/hosts'), { recursive: true });
    await mkdir(join(sites.node.places.php, 'check-1-0'), { recursive: true });
    await sites.node.hosts.begin();
    const left = [...(await readdir(folder)), ...(await readdir(sites.node.places.php))];
    expect(left.filter((name) => name.startsWith('check-'))).toEqual([]);
  });
});
