import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropOld, goLive, writeCandidate, writeCheck } from './generations';

describe('generations of a configuration', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'sitedeck-generations-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const files = (one: string, two: string) =>
    new Map([
      ['all.conf', 'all'],
      ['hosts/one.conf', one],
      ['hosts/two.conf', two],
    ]);
  const put = async (id: string, ...texts: readonly [string, string]) =>
    goLive(folder, await writeCandidate(folder, id, files(...texts)));
  const text = (...path: readonly string[]) => readFile(join(folder, ...path), 'utf8');
  const inode = async (...path: readonly string[]) => (await stat(join(folder, ...path))).ino;

  it('writes only changed files, and leaves the previous generation unchanged', async () => {
    await put('a', 'one', 'two');
    await put('b', 'one', 'other');
    expect(await text('current', 'hosts/two.conf')).toBe('other');
    expect(await text('a', 'hosts/two.conf')).toBe('two');
    expect(await inode('b', 'hosts/one.conf')).toBe(await inode('a', 'hosts/one.conf'));
    expect(await inode('b', 'hosts/two.conf')).not.toBe(await inode('a', 'hosts/two.conf'));
  });

  it('keeps a generation complete when earlier ones are removed', async () => {
    for (const id of ['0', '1', '2', '3', '4', '5']) await put(id.repeat(16), 'one', id);
    await dropOld(folder, { inForce: '5'.repeat(16), kept: 0 });
    await expect(text('4'.repeat(16), 'all.conf')).rejects.toThrow('ENOENT');
    for (const [name, content] of files('one', '5')) expect(await text('current', name)).toBe(content);
  });

  it('does not publish a candidate that is only checked', async () => {
    await put('a', 'one', 'two');
    const { folder: looked } = await writeCheck(folder, files('looked', 'at'));
    expect(await readFile(join(looked, 'hosts/one.conf'), 'utf8')).toBe('looked');
    expect(await text('current', 'hosts/one.conf')).toBe('one');
  });
});
