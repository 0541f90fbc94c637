import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceRepository, lostAllPacks } from './replace-repository';
import { ifExists } from './if-exists';
import type { Repository } from './repository';
import { backUpConfig } from './config-backup';

const NAME = '0123456789abcdef'.repeat(4);

describe('a repository that begins anew', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'sitedeck-anew-'))));
  afterEach(() => rm(folder, { recursive: true }));

  const lost = () => join(folder, 'own.lost');
  const own = (): Repository => ({
    ...{ engine: { file: '/usr/bin/restic', version: '0', lowPriority: [] }, at: join(folder, 'own') },
    ...{ passwordFile: '/nowhere', temp: '/nowhere' },
  });
  async function write(kind: string, words: string): Promise<void> {
    await mkdir(join(folder, 'own', kind), { recursive: true });
    await writeFile(join(folder, 'own', kind, NAME), words);
  }
  const begin = (config: string) =>
    replaceRepository(own(), {
      lost: lost(),
      init: async ({ at }) => {
        await mkdir(at);
        await writeFile(join(at, 'config'), config);
      },
    });

  it('is made beside the one before, which stays for as long as none with packs follows it', async () => {
    await write('data/01', 'first');
    const failing = { lost: lost(), init: () => Promise.reject(new Error('No way there')) };
    await expect(replaceRepository(own(), failing)).rejects.toThrow('No way there');
    expect(await readdir(folder)).toEqual(['own']);
    await begin('second');
    expect(await readFile(join(own().at, 'config'), 'utf8')).toBe('second');
    await begin('third');
    expect((await readdir(folder)).sort()).toEqual(['own', 'own.lost']);
    expect(await readFile(join(lost(), 'data/01', NAME), 'utf8')).toBe('first');
    await write('data/01', 'third');
    await begin('fourth');
    expect(await readFile(join(lost(), 'data/01', NAME), 'utf8')).toBe('third');
  });

  it('is what another needs to be that tells of packs and has none', async () => {
    await begin('empty');
    expect(await lostAllPacks(own().at)).toBe(false);
    await write('index', 'of packs');
    expect(await lostAllPacks(own().at)).toBe(true);
    await write('data/01', 'pack');
    expect(await lostAllPacks(own().at)).toBe(false);
  });

  it('is not taken for lost where it can not be read just now, and has no spare of what opens nothing', async () => {
    const failing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
    expect(await ifExists(failing('ENOENT'))).toBeUndefined();
    await expect(ifExists(failing('EMFILE'))).rejects.toThrow('EMFILE');
    await begin('without keys');
    await expect(backUpConfig(own(), join(folder, 'spare'))).rejects.toHaveProperty(
      'reason',
      'backup-config-lost',
    );
  });
});
