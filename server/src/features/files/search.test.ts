import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SearchEvent } from '@sitedeck/contract';
import { encodeText } from '#files/child/text/text-encoding';
import { makeFileConsole, type FileConsole, type HostOfConsole } from '#testing/file-console';

const GBK = { 你好: [0xc4, 0xe3, 0xba, 0xc3], 价格: [0xbc, 0xdb, 0xb8, 0xf1] };

let files: FileConsole;
let host: HostOfConsole;

beforeAll(async () => {
  files = await makeFileConsole();
  host = await files.host('search');
});
afterAll(() => files.close());

async function write(path: string, content: string | Buffer): Promise<void> {
  const full = join(host.root, path);
  await mkdir(dirname(full), { recursive: true });
  await writeFile(full, content);
}

const own = () => execFileSync('chown', ['-R', String(host.uid), join(host.root, 'wwwroot')]);

async function search(query: object): Promise<SearchEvent[]> {
  const reply = await host.browser.raw('/fs/search', { json: { path: '/wwwroot', ...query } });
  expect(reply.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  const lines = (await reply.text()).trim().split('\n');
  return lines.map((line) => SearchEvent.parse(JSON.parse(line)));
}

const foundIn = (events: readonly SearchEvent[]) =>
  events.flatMap((event) => (event.is === 'found' ? [event] : []));
const pathsOf = (events: readonly SearchEvent[]) =>
  foundIn(events)
    .map(({ entry }) => entry.path)
    .sort();

describe('a search by content', () => {
  beforeAll(async () => {
    await write('wwwroot/a.php', '<?php\r\n$price = 1;\r\necho "Price: $price";\r\n');
    await write('wwwroot/deep/er/b.txt', 'first\nprices\nlast');
    await write('wwwroot/gbk.html', Buffer.from([...GBK['你好'], 0x0a, ...GBK['价格'], 0x3a, 0x35, 0x0a]));
    await write('wwwroot/utf8.html', '价格：5\n');
    await write('wwwroot/min.js', `${'x'.repeat(5000)}price${'y'.repeat(5000)}price`);
    await write('wwwroot/image.bin', Buffer.from('\0price'));
    await write('wwwroot/node_modules/c.txt', 'price');
    await symlink('/etc/passwd', join(host.root, 'wwwroot/link.txt'));
    own();
  });

  it('reports lines with their context, in UTF-8 and in GBK, and what it skipped', async () => {
    const events = await search({ text: 'PRICE', exclude: ['node_modules'] });
    expect(pathsOf(events)).toEqual(['/wwwroot/a.php', '/wwwroot/deep/er/b.txt', '/wwwroot/min.js']);
    const php = foundIn(events).find(({ entry }) => entry.path === '/wwwroot/a.php');
    expect(php?.matches).toEqual([
      { line: 2, text: '$price = 1;', ranges: [[1, 6]], before: ['<?php'], after: ['echo "Price: $price";'] },
      {
        line: 3,
        text: 'echo "Price: $price";',
        ranges: [
          [6, 11],
          [14, 19],
        ],
        before: ['$price = 1;'],
        after: [],
      },
    ]);
    const long = foundIn(events).find(({ entry }) => entry.path === '/wwwroot/min.js')?.matches ?? [];
    expect(long.map(({ text, ranges: [[from, to] = [0, 0]] }) => text.slice(from, to))).toEqual([
      'price',
      'price',
    ]);
    expect(long.every(({ text }) => text.length <= 400)).toBe(true);
    expect(events.at(-1)).toEqual({
      is: 'end',
      files: 6,
      matches: 6,
      more: false,
      skipped: { binary: 1, large: 0, unreadable: 0 },
    });
    const chinese = await search({ text: '价格' });
    expect(pathsOf(chinese)).toEqual(['/wwwroot/gbk.html', '/wwwroot/utf8.html']);
    expect(foundIn(chinese)[0]?.matches?.[0]?.text).toMatch(/^价格/);
  });

  it('supports whole words, letter case, name patterns, and regular expressions in either encoding', async () => {
    expect(
      pathsOf(await search({ text: 'price', wholeWord: true, matchCase: true, include: ['*.TXT', 'a.*'] })),
    ).toEqual(['/wwwroot/a.php', '/wwwroot/node_modules/c.txt']);
    expect(pathsOf(await search({ text: '价.[:：]\\d$', regex: true }))).toEqual([
      '/wwwroot/gbk.html',
      '/wwwroot/utf8.html',
    ]);
    const [php] = foundIn(await search({ text: '^\\$(\\w+) = 1;$', regex: true }));
    expect(php?.matches).toMatchObject([{ line: 2, ranges: [[0, 11]] }]);
    // Expressions that would take a backtracking engine forever.
    await write('wwwroot/slow/aaa.txt', `${'a'.repeat(500_000)}\n`.repeat(4));
    own();
    for (const text of ['(a+)+b', '(a|aa)+$b', '(?:a?){30}a{30}b'])
      expect((await search({ path: '/wwwroot/slow', text, regex: true })).at(-1)).toMatchObject({
        is: 'end',
        files: 1,
        matches: 0,
      });
    const limited = await search({ text: 'price', limit: 2 });
    expect(limited.at(-1)).toMatchObject({ is: 'end', matches: 2, more: true });
  });

  it('finds text in Big5, Shift-JIS and Latin-1, also by regular expressions', async () => {
    const texts = {
      big5: '這是我們的商品價格清單，請您參考\n',
      shift_jis: 'これは商品の価格です。ご確認ください。\n',
      latin1: 'le café à la carte\n',
    } as const;
    for (const encoding of ['big5', 'shift_jis', 'latin1'] as const)
      await write(`wwwroot/older/${encoding}.txt`, encodeText(texts[encoding], encoding, false));
    own();
    const found = async (text: string, regex = false) =>
      foundIn(await search({ path: '/wwwroot/older', text, regex })).map(
        ({ entry, matches }) => [entry.path.split('/').at(-1), matches?.[0]?.text] as const,
      );
    expect(await found('價格')).toEqual([['big5.txt', texts.big5.trim()]]);
    expect(await found('価格')).toEqual([['shift_jis.txt', texts.shift_jis.trim()]]);
    expect(await found('CAFé')).toEqual([['latin1.txt', texts.latin1.trim()]]);
    expect(await found('商品.格', true)).toEqual([['big5.txt', texts.big5.trim()]]);
    expect(await found('品の価.で', true)).toEqual([['shift_jis.txt', texts.shift_jis.trim()]]);
  });

  it('refuses an invalid regular expression, a missing folder and an empty search with a message', async () => {
    const refused = (json: object) =>
      host.browser.request('/fs/search', { json: { path: '/wwwroot', ...json } });
    expect(await refused({ text: '(a', regex: true })).toMatchObject({
      code: '400',
      reason: 'bad-pattern',
      msg: expect.stringContaining('unclosed group') as string,
    });
    expect(await refused({ text: '(x{1000}){1000}', regex: true })).toMatchObject({ reason: 'bad-pattern' });
    expect(await refused({})).toMatchObject({ reason: 'bad-input', field: 'text' });
    expect(await refused({ name: 'x', path: '/wwwroot/a.php' })).toMatchObject({ reason: 'not-a-folder' });
    expect(await refused({ name: 'x', path: '/.sitedeck' })).toMatchObject({ reason: 'no-such-file' });
    expect(await refused({ name: 'x', path: '/wwwroot/../..' })).toMatchObject({ reason: 'bad-path' });
  });
});

it('finds by name and by time of change, follows no links, and leaves our own folders out', async () => {
  await write('wwwroot/names/Report 2026.txt', 'x');
  await write('wwwroot/names/report/old.txt', 'x');
  execFileSync('touch', ['-d', '2020-01-01', join(host.root, 'wwwroot/names/report/old.txt')]);
  await symlink('/etc', join(host.root, 'wwwroot/names/report-link'));
  own();
  const path = '/wwwroot/names';
  expect(
    foundIn(await search({ path, name: 'REPORT' }))
      .map(({ entry }) => [entry.path, entry.type])
      .sort(),
  ).toEqual([
    ['/wwwroot/names/Report 2026.txt', 'file'],
    ['/wwwroot/names/report', 'folder'],
    ['/wwwroot/names/report-link', 'link'],
  ]);
  expect(pathsOf(await search({ path, name: '*.t?t', changedAfter: Date.UTC(2021, 0) }))).toEqual([
    '/wwwroot/names/Report 2026.txt',
  ]);
  expect(pathsOf(await search({ path: '/', name: 'sitedeck' }))).toEqual([]);
});
