import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { layLightRepository, LIGHT_PASSWORD } from '../../testing/light-repository';
import { writeSnapshot } from './backup-run';
import { findRestic } from './engine';
import { fetchTree } from './fetch-tree';
import type { Repository } from './repository';
import { FilesFailed } from './restic-fault';

jest.setTimeout(120_000);

const { signal } = new AbortController();
const progress = () => undefined;

/** Names of lines that the engine itself might say; longer, below a deep folder, than any path can be. */
const NAMES = [
  'Load(<data/1f2e>) returned error, retrying after 1s: hash mismatch',
  'Fatal: ciphertext verification failed',
  'ignoring error for /b: no space left on device',
].map((words) => `a\n${words}\n${'x'.repeat(200 - words.length)}`);
const FOLDER = join('wwwroot', 'y'.repeat(100));
const DEEP = Array.from({ length: 16 }, () => 'd'.repeat(240)).join('/');

describe('files whose names are words of the engine', () => {
  let scratch: string;
  let repository: Repository;
  let snapshot: string;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'sitedeck-names-'));
    const engine = await findRestic();
    if (!engine) throw new Error('There is no engine');
    const passwordFile = join(scratch, 'key');
    await writeFile(passwordFile, LIGHT_PASSWORD);
    repository = { engine, at: join(scratch, 'repository'), passwordFile, temp: scratch };
    await layLightRepository(repository.at, 'own');
    for (const name of NAMES) {
      const file = join(scratch, 'site', FOLDER, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, 'hello');
    }
    const args = ['--', 'wwwroot'];
    const wish = { hostCode: 'vh1', point: 1, signal, progress, cwd: join(scratch, 'site'), args };
    ({ snapshot } = await writeSnapshot(repository, wish));
  });
  afterAll(() => rm(scratch, { recursive: true, force: true }));

  const fetch = (into: string) =>
    fetchTree(repository, { snapshot, into, owner: undefined, bytesTotal: 15, signal, progress });

  it('come back', async () => {
    const into = join(scratch, 'tree');
    await fetch(into);
    for (const name of NAMES) expect(await readFile(join(into, FOLDER, name), 'utf8')).toBe('hello');
  });

  it('say nothing of the repository where they can not be written', async () => {
    const failed = await fetch(join(scratch, DEEP)).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(FilesFailed);
    expect(String(failed)).toContain('file name too long');
  });

  it('hide no damage', async () => {
    for (const name of await readdir(join(repository.at, 'data'), { recursive: true })) {
      const pack = join(repository.at, 'data', name);
      if (!(await stat(pack)).isFile()) continue;
      const bytes = await readFile(pack);
      bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20);
      await chmod(pack, 0o600);
      await writeFile(pack, bytes);
    }
    await expect(fetch(join(scratch, DEEP))).rejects.toHaveProperty('reason', 'backup-damaged');
  });
});
