import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceRepository, lostAllPacks } from './replace-repository';
import { ifExists } from './if-exists';
import type { Repository } from './repository';
import { backUpConfig } from './config-backup';

const NAME = '0123456789abcdef'.repeat(4);

describe('replacing a repository', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'sitedeck-replace-'))));
  afterEach(() => rm(folder, { recursive: true }));

  const lost = () => join(folder, 'own.lost');
  const own = (): Repository => ({
    ...{ engine: { file: '/usr/bin/restic', version: '0', lowPriority: [] }, at: join(folder, 'own') },
    ...{ passwordFile: '/nowhere', temp: '/nowhere' },
  });
  async function write(path: string, content: string): Promise<void> {
    await mkdir(join(folder, 'own', path), { recursive: true });
    await writeFile(join(folder, 'own', path, NAME), content);
  }
  const replaceBy = (config: string) =>
    replaceRepository(own(), {
      lost: lost(),
      init: async ({ at }) => {
        await mkdir(at);
        await writeFile(join(at, 'config'), config);
      },
    });

  it('keeps the old repository with packs until another one with packs is replaced', async () => {
    await write('data/01', 'first');
    const failing = { lost: lost(), init: () => Promise.reject(new Error('no connection')) };
    await expect(replaceRepository(own(), failing)).rejects.toThrow('no connection');
    expect(await readdir(folder)).toEqual(['own']);
    await replaceBy('second');
    expect(await readFile(join(own().at, 'config'), 'utf8')).toBe('second');
    await replaceBy('third');
    expect((await readdir(folder)).sort()).toEqual(['own', 'own.lost']);
    expect(await readFile(join(lost(), 'data/01', NAME), 'utf8')).toBe('first');
    await write('data/01', 'third');
    await replaceBy('fourth');
    expect(await readFile(join(lost(), 'data/01', NAME), 'utf8')).toBe('third');
  });

  it('recognises a repository that refers to packs and has none', async () => {
    await replaceBy('empty');
    expect(await lostAllPacks(own().at)).toBe(false);
    await write('index', 'of packs');
    expect(await lostAllPacks(own().at)).toBe(true);
    await write('data/01', 'pack');
    expect(await lostAllPacks(own().at)).toBe(false);
  });

  it('treats only ENOENT as a missing file, and saves no config of a repository without keys', async () => {
    const failing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
    expect(await ifExists(failing('ENOENT'))).toBeUndefined();
    await expect(ifExists(failing('EMFILE'))).rejects.toThrow('EMFILE');
    await replaceBy('without keys');
    await expect(backUpConfig(own(), join(folder, 'saved-config'))).rejects.toHaveProperty(
      'reason',
      'backup-config-lost',
    );
  });
});
