import { execFileSync } from 'node:child_process';
import { mkdir, readFile, stat, writeFile, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import {
  MeasureEvent,
  previewReplace,
  replaceInFiles,
  SearchEvent,
  type CallReply,
} from '@sitedeck/contract';
import { makeFileConsole, type FileConsole, type HostOfConsole } from '#testing/file-console';

let files: FileConsole;
let host: HostOfConsole;

beforeAll(async () => {
  files = await makeFileConsole();
  host = await files.host('replace');
});
afterAll(() => files.close());

const at = (path: string) => join(host.root, 'wwwroot', path);
const own = () => execFileSync('chown', ['-R', String(host.uid), at('.')]);
const request = (path: string, json: object) => host.browser.request(`/fs/${path}`, { json });

async function previewed(query: object): Promise<CallReply<typeof previewReplace>> {
  return previewReplace.reply.parse((await request('replace/preview', query)).res);
}

it('replaces what was previewed; keeps encoding, line ends, byte order mark and mode, and a version of the old file', async () => {
  const gbk = Buffer.from([0xbc, 0xdb, 0xb8, 0xf1, 0x3a, 0x35, 0x0d, 0x0a, 0x62, 0x0d, 0x0a]);
  await writeFile(at('gbk.txt'), gbk);
  await writeFile(at('marked.txt'), '\ufefffirst 价格 second 价格\nthird');
  await chmod(at('gbk.txt'), 0o640);
  own();
  const query = { text: '价格', replacement: '价钱\n$1' };
  const paths = ['/wwwroot/gbk.txt', '/wwwroot/marked.txt', '/wwwroot/none.txt'];
  const preview = await previewed({ ...query, paths });
  expect(preview.files.map(({ changes, lines }) => [changes, lines])).toEqual([
    [1, [{ line: 1, before: '价格:5', after: '价钱\r\n$1:5' }]],
    [2, [{ line: 1, before: 'first 价格 second 价格', after: 'first 价钱\n$1 second 价钱\n$1' }]],
  ]);
  expect(preview.failed).toMatchObject([{ path: paths[2], fault: { reason: 'no-such-file' } }]);

  await writeFile(at('marked.txt'), 'somebody was faster: 价格');
  const named = preview.files.map(({ path, version }) => ({ path, version }));
  const reply = replaceInFiles.reply.parse((await request('replace', { ...query, files: named })).res);
  expect(reply.failed).toMatchObject([{ path: paths[1], fault: { reason: 'conflict', code: '409' } }]);
  const expected = Buffer.from([
    0xbc, 0xdb, 0xc7, 0xae, 0x0d, 0x0a, 0x24, 0x31, 0x3a, 0x35, 0x0d, 0x0a, 0x62, 0x0d, 0x0a,
  ]);
  expect((await readFile(at('gbk.txt'))).equals(expected)).toBe(true);
  expect((await stat(at('gbk.txt'))).mode & 0o777).toBe(0o640);
  expect(await readFile(at('marked.txt'), 'utf8')).toBe('somebody was faster: 价格');

  const [done] = reply.done;
  const restored = await request('versions/restore', {
    files: [{ path: done?.path, id: done?.kept, version: done?.version }],
  });
  expect(restored.res).toMatchObject({ failed: [] });
  expect((await readFile(at('gbk.txt'))).equals(gbk)).toBe(true);
});

it('inserts groups of a regular expression, line by line, and refuses an invalid one', async () => {
  await writeFile(at('code.php'), "$a = old('x');\r\n$b = old('y'); // $1\r\nlast");
  own();
  const query = { text: "old\\('(\\w)'\\)", regex: true, replacement: "new_$1a('$$', $ {1})" };
  const paths = ['/wwwroot/code.php'];
  const { files: found } = await previewed({ ...query, paths });
  expect(found[0]?.lines).toEqual([
    { line: 1, before: "$a = old('x');", after: "$a = new_xa('$', $ {1});" },
    { line: 2, before: "$b = old('y'); // $1", after: "$b = new_ya('$', $ {1}); // $1" },
  ]);
  await request('replace', { ...query, files: found.map(({ path, version }) => ({ path, version })) });
  expect(await readFile(at('code.php'), 'utf8')).toBe(
    "$a = new_xa('$', $ {1});\r\n$b = new_ya('$', $ {1}); // $1\r\nlast",
  );
  expect(await request('replace/preview', { ...query, text: '[', paths })).toMatchObject({
    reason: 'bad-pattern',
  });
  const { files: ends } = await previewed({ text: '.$', regex: true, replacement: '', paths });
  expect(ends[0]?.lines.at(-1)).toEqual({ line: 3, before: 'last', after: 'las' });
  // A regular expression that would take a backtracking engine forever.
  await writeFile(at('long.txt'), 'a'.repeat(50_000));
  own();
  const slow = await previewed({
    text: '(a+)+b',
    regex: true,
    replacement: '',
    paths: ['/wwwroot/long.txt'],
  });
  expect(slow.files).toMatchObject([{ changes: 0 }]);
});

it('names a second entry beside the first, reports its name, and gives entries their owner', async () => {
  await writeFile(at('twice.tar.gz'), '1');
  own();
  const path = '/wwwroot/twice.tar.gz';
  expect((await request('cp', { path, to: path, ifExists: 'both' })).res).toMatchObject({
    to: '/wwwroot/twice (2).tar.gz',
  });
  expect(
    (await request('rename', { path: '/wwwroot/twice (2).tar.gz', to: path, ifExists: 'both' })).res,
  ).toEqual({ to: '/wwwroot/twice (3).tar.gz', kept: [], moveId: expect.any(String) as string });
  expect(
    await request('cp', { path, to: '/wwwroot/code.php', overwrite: true, ifExists: 'refuse' }),
  ).toMatchObject({
    reason: 'already-exists',
  });
  expect(await request('cp', { path: '/wwwroot', to: '/wwwroot/in', ifExists: 'both' })).toMatchObject({
    reason: 'into-itself',
  });
  expect((await request('ls', { path: '/wwwroot' })).res).toMatchObject({ ownerUid: host.uid });
});

it('sets modes of the selected entries and of their contents, closed folders as well', async () => {
  await mkdir(at('modes/in/closed'), { recursive: true });
  await writeFile(at('modes/in/closed/f'), '');
  await chmod(at('modes/in/closed'), 0o000);
  own();
  const paths = ['/wwwroot/modes'];
  expect((await request('chmod', { paths, files: '600', folders: '711', deep: true })).res).toEqual({
    changed: 4,
  });
  const mode = async (path: string) => ((await stat(at(path))).mode & 0o7777).toString(8);
  expect([await mode('modes'), await mode('modes/in/closed'), await mode('modes/in/closed/f')]).toEqual([
    '711',
    '711',
    '600',
  ]);
  expect(await request('chmod', { paths, files: '4755' })).toMatchObject({ reason: 'bad-input' });
  expect(await request('chmod', { paths: ['/wwwroot'], folders: '700' })).toMatchObject({
    reason: 'root-closed',
  });
  expect(await request('chmod', { paths: ['/logs/x'], files: '644' })).toMatchObject({
    reason: 'read-only-place',
  });
  expect(await request('chmod', { paths })).toMatchObject({ reason: 'bad-input' });
});

it('reads a large text part by part, split between lines, without loss', async () => {
  const line = (n: number) => `${n} 价格 ${'x'.repeat(n % 90)}\n`;
  const text = Array.from({ length: 5000 }, (_, n) => line(n)).join('');
  await writeFile(at('large.log'), text);
  own();
  let received = '';
  for (let offset = 0; offset < Buffer.byteLength(text);) {
    const { res } = await request('window', { path: '/wwwroot/large.log', offset, bytes: 100_000 });
    const { content, from, to } = res as { content: string; from: number; to: number };
    expect(from).toBe(offset);
    received += content;
    offset = to;
  }
  expect(received).toBe(text);
  const end = await request('window', { path: '/wwwroot/large.log', offset: -1000 });
  expect((end.res as { content: string }).content).toMatch(/^\d+ 价格 x*\n[^]*\n4999 价格 x*\n$/);
  await writeFile(at('one-line.txt'), '价'.repeat(1000));
  own();
  const cut = await request('window', { path: '/wwwroot/one-line.txt', offset: 100, bytes: 100 });
  expect(cut.res).toMatchObject({ content: '价'.repeat(32), encoding: 'utf-8', from: 102, to: 198 });
});

it('keeps the owner’s settings, and replaces an invalid settings file by defaults', async () => {
  expect((await request('settings', {})).res).toEqual({ binDays: 30, favourites: [] });
  expect((await request('settings/save', { favourites: ['/wwwroot//a/', '/data'] })).res).toEqual({
    binDays: 30,
    favourites: ['/wwwroot/a', '/data'],
  });
  expect((await request('settings/save', { binDays: null })).res).toEqual({
    binDays: null,
    favourites: ['/wwwroot/a', '/data'],
  });
  await writeFile(join(host.root, '.sitedeck/settings.json'), '{"binDays":-1,"favourites":[1,"../x"]}');
  expect((await request('settings', {})).res).toEqual({ binDays: 30, favourites: [] });
});

it('counts folders as they are, including unusual names', async () => {
  await mkdir(at('sizes/a/b/c'), { recursive: true });
  await mkdir(at('sizes/-name'));
  await writeFile(at('sizes/a/b/c/f'), '12345');
  await writeFile(at('sizes/-name/new\nline'), '123');
  await writeFile(at('sizes/top'), '1');
  own();
  const reply = await host.browser.raw('/fs/sizes', {
    json: { paths: ['/wwwroot/sizes', '/wwwroot/gone', '/wwwroot/sizes/a'] },
  });
  const events = (await reply.text())
    .trim()
    .split('\n')
    .map((line) => MeasureEvent.parse(JSON.parse(line)));
  expect(events.filter((event) => event.is !== 'size' || event.complete)).toEqual([
    { is: 'size', path: '/wwwroot/sizes', bytes: 9, files: 3, folders: 4, complete: true },
    { is: 'size', path: '/wwwroot/sizes/a', bytes: 5, files: 1, folders: 2, complete: true },
    { is: 'end' },
  ]);
});

it('ends a search when its caller disconnects, and leaves no tool running', async () => {
  await mkdir(at('many'));
  const block = `${'lorem ipsum '.repeat(700_000)}\n`;
  for (let n = 0; n < 12; n += 1) await writeFile(at(`many/${n}.txt`), block);
  own();
  const stop = new AbortController();
  const reply = await fetch(`${host.url}/fs/search`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      cookie: host.browser.cookie ?? '',
    },
    body: JSON.stringify({ path: '/wwwroot/many', text: '(\\w+ \\w+ )+\\d', regex: true }),
    signal: stop.signal,
  });
  const first = await reply.body?.getReader().read();
  expect(
    SearchEvent.parse(
      JSON.parse(
        Buffer.from(first?.value ?? [])
          .toString()
          .split('\n')[0] ?? '',
      ),
    ).is,
  ).toBe('progress');
  stop.abort();
  // A process that has ended, but whose status was not read yet, holds no resources.
  const tools = () =>
    execFileSync('ps', ['-U', String(host.uid), '-o', 'comm=,stat=,etimes=,wchan='])
      .toString()
      .split('\n')
      .filter((line) => /^rg\s+[^Z\s]/.test(line));
  for (let tries = 0; tools().length > 0 && tries < 800; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 25));
  expect(tools()).toEqual([]);
});
