import { appendFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logLine } from '#testing/access-log';
import { UrlTally } from './url-tally';
import { LineParser } from './line-parser';
import { readTopUrls } from './top-urls';

describe('readTopUrls', () => {
  let folder: string;
  let log: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'top-urls-'));
    log = join(folder, 'access.log');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const edge = (path: string, of: Parameters<typeof logLine>[0] = {}) =>
    logLine({ path, host: 'a.example', edge: 'HIT 1', ...of });
  const urls = async (newest?: number) => (await readTopUrls(folder, newest)).map(({ url }) => url);

  it('sorts URLs by requests, and adds up their hits and bytes', async () => {
    await writeFile(
      log,
      [
        edge('/b'),
        edge('/a?x=1', { bytes: 10 }),
        edge('/a?x=2', { bytes: 20, edge: 'MISS 1' }),
        edge('/a', { bytes: 40 }),
        edge('/a', { host: 'www.a.example' }),
        edge('/b'),
      ].join(''),
    );
    expect(await readTopUrls(folder)).toEqual([
      { url: 'a.example/a', requests: 3, hits: 2, bytes: 70 },
      { url: 'a.example/b', requests: 2, hits: 2, bytes: 200 },
      { url: 'www.a.example/a', requests: 1, hits: 1, bytes: 100 },
    ]);
  });

  it('lists at most 20 URLs', async () => {
    await writeFile(log, Array.from({ length: 50 }, (_, n) => edge(`/${n}`)).join(''));
    expect(await urls()).toHaveLength(20);
  });

  it('skips lines of servers without an edge', async () => {
    await writeFile(log, logLine({ path: '/a' }) + edge('/b'));
    expect(await urls()).toEqual(['a.example/b']);
  });

  it('reads the end of the log, without a line that is cut there', async () => {
    const newest = edge('/new').repeat(3);
    await writeFile(log, edge('/old').repeat(100) + newest);
    expect(await urls(newest.length)).toEqual(['a.example/new']);
    expect(await urls(newest.length + 40)).toEqual(['a.example/new']);
  });

  it('encodes bytes outside ASCII with percent signs', async () => {
    await writeFile(log, edge('/\\xE4\\xB8\\xAD\\x22\\x5C'));
    expect(await urls()).toEqual(['a.example/%E4%B8%AD%22%5C']);
  });

  it.each([
    ['no path', ''],
    ['an absolute URL', 'http://b.example/'],
    ['an asterisk', '*'],
    ['an endless path', `/${'x'.repeat(50_000)}`],
  ])('skips a request with %s', async (_name, path) => {
    await writeFile(log, edge(path) + edge('/b'));
    expect(await urls()).toEqual(['a.example/b']);
  });

  it('reads a log with binary data, a line that is too long and one that is incomplete', async () => {
    const binary = Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7) % 256));
    await writeFile(log, binary);
    await appendFile(log, `\n${edge('/a')}${'"'.repeat(300_000)}\n${edge('/a')}${edge('/b').slice(0, -1)}`);
    expect(await urls()).toEqual(['a.example/a']);
  });

  it('finds no URL without a log, and follows no symlink at its path', async () => {
    expect(await urls()).toEqual([]);
    await writeFile(join(folder, 'other'), edge('/a'));
    await symlink(join(folder, 'other'), log);
    expect(await urls()).toEqual([]);
    await rm(log);
    await mkdir(log);
    expect(await urls()).toEqual([]);
  });

  it('keeps the most requested URL when others exceed the limit', () => {
    const tally = new UrlTally(100);
    const parser = new LineParser((line) => tally.add(line));
    for (let n = 0; n < 5000; n += 1)
      for (const path of n % 20 === 0 ? ['/a', `/${n}`] : [`/${n}`]) {
        const bytes = Buffer.from(edge(path).trimEnd());
        parser.read(bytes, 0, bytes.length);
      }
    expect(tally.top(1)).toEqual([{ url: 'a.example/a', requests: 250, hits: 250, bytes: 25_000 }]);
    expect(tally.top(1000).length).toBeLessThanOrEqual(100);
  });
});
