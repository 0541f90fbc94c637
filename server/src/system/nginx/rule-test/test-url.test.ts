import { access, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isolationHere } from '#system/process/identity';
import { findNginx, type NginxEngine } from '../engine';
import { siteMaps } from '../sites/sites-conf';
import { ruledSite } from '#testing/rewrite-server-block';
import { requestPath, TestFailed, testUrl, type RuleTest } from './test-url';

const RULES = `# WordPress 固定链接
location / {
    try_files $uri $uri/ /index.php?$args;
}

# 旧栏目页改到新分类
rewrite ^/news/([0-9]+)$ /index.php?p=$1 last;
rewrite ^/product/([a-z0-9-]+)$ /index.php?product=$1 last;
rewrite ^/tag/(.+)$ /index.php?tag=$1 last;

# 禁止执行上传目录里的脚本
location ~* ^/uploads/.*\\.php$ {
    deny all;
}

# 静态资源缓存 30 天
location ~* \\.(css|js|webp|jpg|png|svg|woff2)$ {
    expires 30d;
}
if ($http_user_agent ~* "(curl|wget)") { return 429; }
location = /old { return 301 /new?from=$uri; }
location /closed { return 503; }
location = /secret { deny all; }
`;

const FILES = ['index.php', 'about/index.html', 'style.css', 'uploads/a.php', 'secret'];

describe('the test of an address against rules', () => {
  let root: string;
  let engine: NginxEngine;
  /** Configuration folder of the last test's nginx. */
  let folder: string;
  const testRule = (url: string, text = RULES): Promise<RuleTest> =>
    testUrl({
      engine,
      workerUser: isolationHere().is === 'separate' ? 'www-data' : undefined,
      text,
      url,
      host: 'shop.example',
      http: siteMaps,
      files: new Map(),
      siteConf: (places) => {
        folder = dirname(places.phpSocket);
        return ruledSite({ ...places, text, mode: 'trace', name: 'shop.example', root });
      },
    });

  beforeAll(async () => {
    const found = await findNginx();
    if (!found) throw new Error('nginx is not installed');
    engine = found;
    root = await mkdtemp(join(tmpdir(), 'sitedeck-ruled-'));
    await chmod(root, 0o755);
    for (const file of FILES) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), file);
    }
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it('reports which rewrite leads where', async () => {
    const { result, matchedLine, steps } = await testRule('/news/12');
    expect({ result, matchedLine }).toEqual({
      result: { is: 'script', path: '/index.php', query: 'p=12' },
      matchedLine: 7,
    });
    expect(steps).toContainEqual({
      line: 7,
      kind: 'rewrite',
      text: 'rewrite ^/news/([0-9]+)$ /index.php?p=$1 last;',
      matched: true,
      before: '/news/12',
      after: '/index.php?p=12',
    });
    expect(steps.filter(({ line }) => line === 8)).toEqual([]);
  });

  it.each([
    ['http://shop.example/a', 'https://shop.example:80/a'],
    ['HTTPS://shop.example/a', 'https://shop.example:443/b'],
  ])('reads the scheme of %s', async (url, location) => {
    const rules = `if ($scheme = http) { return 301 https://$host:$server_port$uri; }
return 302 $scheme://$host:$server_port/b;`;
    expect((await testRule(url, rules)).result).toMatchObject({ is: 'redirect', location });
  });

  it('reports the regular expressions that did not match', async () => {
    const { matchedLine, steps } = await testRule('https://elsewhere.example/tag/%E8%8C%B6?x=1#top');
    expect(matchedLine).toBe(9);
    expect(steps.slice(0, 3).map(({ line, matched }) => [line, matched])).toEqual([
      [7, false],
      [8, false],
      [9, true],
    ]);
    expect(steps[2]).toMatchObject({ before: '/tag/茶', after: '/index.php?tag=%E8%8C%B6&x=1' });
  });

  it.each<[string, object, number | null]>([
    ['/uploads/a.php', { is: 'refused', status: 403 }, 13],
    ['/secret', { is: 'refused', status: 403 }, 23],
    ['/about/', { is: 'file', path: '/about/index.html', status: 200 }, null],
    ['/about', { is: 'redirect', status: 301, location: '/about/' }, null],
    ['/category/wulong?page=2', { is: 'script', path: '/index.php', query: 'page=2' }, 3],
    ['/', { is: 'script', path: '/index.php', query: '' }, null],
    ['/style.css', { is: 'file', path: '/style.css', status: 200 }, null],
    ['/none.css', { is: 'missing', status: 404 }, null],
    ['/missing.php', { is: 'missing', status: 404 }, null],
    ['/.env', { is: 'missing', status: 404 }, null],
    ['/old', { is: 'redirect', status: 301, location: '/new?from=/old' }, 21],
    ['/closed/x', { is: 'answer', status: 503 }, 22],
  ])('reports for %s what a visitor gets, and which line decides', async (url, result, line) => {
    const tested = await testRule(url);
    expect(tested).toMatchObject({ result, matchedLine: line });
  });

  it('reports a location as a step, with its text', async () => {
    const { steps } = await testRule('/style.css');
    expect(steps.at(-1)).toEqual({
      line: 17,
      kind: 'location',
      text: 'location ~* \\.(css|js|webp|jpg|png|svg|woff2)$ {',
      matched: true,
    });
  });

  it('reports a matching if and its return, on one line', async () => {
    const text = 'if ($args ~ "^drop") { return 403; }\nlocation / { try_files $uri =404; }';
    const { steps, matchedLine, result } = await testRule('/x?drop', text);
    expect(steps.map(({ kind, matched }) => [kind, matched])).toEqual([
      ['if', true],
      ['return', true],
    ]);
    expect({ matchedLine, result }).toEqual({ matchedLine: 1, result: { is: 'refused', status: 403 } });
  });

  it('reports a connection that is closed without an answer', async () => {
    const { result, steps } = await testRule('/x', 'return 444;');
    expect(result).toEqual({ is: 'answer', status: 444 });
    expect(steps).toEqual([{ line: 1, kind: 'return', text: 'return 444;', matched: true }]);
  });

  it('stops a regular expression that would run for very long', async () => {
    const text = 'rewrite "^/(a+)+$" /index.php last;';
    const { result } = await testRule(`/${'a'.repeat(200)}!`, text);
    expect(result).toEqual({ is: 'failed', status: 500 });
  });

  it('refuses a long URL that would make a regular expression slow, also in a rule that denies', async () => {
    const text = 'location ~ "^/[a-z]*-[a-z]*-closed$" { return 403; }\nlocation / { try_files $uri =404; }';
    const requestPath = (length: number) => testRule(`/${'a'.repeat(length)}-b-closed`, text);
    expect((await requestPath(1000)).result).toEqual({ is: 'refused', status: 403 });
    expect((await requestPath(1100)).result).toEqual({ is: 'failed', status: 500 });
    const condition = 'if ($args !~ "^[a-z]*-[a-z]*$") { return 403; }\nlocation / { try_files $uri =404; }';
    expect((await testRule(`/style.css?${'a'.repeat(1100)}-b`, condition)).result.is).toBe('failed');
  });

  it('ends the most expensive request fast enough for the other sites of the worker', async () => {
    const rules = Array.from({ length: 23 }, (_, i) => `rewrite "^/[a-z]*[a-z]*[0-9]" /a${i} last;`);
    const text = `location / {\n${rules.join('\n')}\nrewrite ^(.*)$ $1 last;\n}`;
    for (const length of [1000, 7500]) {
      const from = performance.now();
      const { result } = await testRule(`/${'a'.repeat(length)}`, text);
      expect(result).toEqual({ is: 'failed', status: 500 });
      // Without its limits the engine would take minutes; most of this time is its start.
      expect(performance.now() - from).toBeLessThan(15_000);
    }
  });

  it('reports few steps of a rewrite loop', async () => {
    const rules = Array.from({ length: 490 }, () => 'rewrite ^/q$ /a;').join('');
    const text = `location / {${rules}rewrite ^(.*)$ /x$1 last;}#${'p'.repeat(57_000)}`;
    const { steps } = await testRule(`/${'b'.repeat(300)}`, text);
    expect(steps).toHaveLength(300);
    expect(Math.max(...steps.map((step) => step.text.length))).toBe(200);
    expect(steps.every(({ before = '', after = '' }) => before.length <= 200 && after.length <= 200)).toBe(
      true,
    );
  });

  it('names the line that nginx refuses', async () => {
    const text = 'rewrite ^/a$ /b last;\nrewrite "^/(?<=a+)b$" /index.php last;';
    await expect(testRule('/b', text)).rejects.toThrow(TestFailed);
    await expect(testRule('/b', text)).rejects.toMatchObject({
      reason: expect.stringContaining('lookbehind') as string,
      line: expect.any(Number) as number,
    });
  });

  it('leaves no files or processes behind', async () => {
    await testRule('/news/12');
    const after = [folder];
    await expect(testRule('/b', 'rewrite "^/(?<=a+)b$" /c last;')).rejects.toThrow(TestFailed);
    after.push(folder);
    expect(new Set(after).size).toBe(2);
    for (const place of after) await expect(access(place)).rejects.toThrow('ENOENT');
  });

  it.each([
    ['news/1', '/news/1'],
    ['https://a.example', '/'],
    ['http://a.example:80/x?y=1#z', '/x?y=1'],
    ['/茶 叶\r\nHost: b', '/%E8%8C%B6%20%E5%8F%B6%0D%0AHost:%20b'],
  ])('sends %j as a browser would', (url, path) => {
    expect(requestPath(url)).toBe(path);
  });
});
