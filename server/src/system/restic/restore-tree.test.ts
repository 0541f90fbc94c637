import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeFastRepository, FAST_PASSWORD } from '#testing/fast-repository';
import { writeSnapshot } from './write-snapshot';
import { findRestic } from './engine';
import { restoreTree } from './restore-tree';
import type { Repository } from './repository';
import { FilesFailed } from './restic-fault';
import { runRestic } from './run-restic';

const { signal } = new AbortController();
const progress = () => undefined;

/** File names that read like messages of restic; below a deep folder their paths are too long to be created. */
const NAMES = [
  'Load(<data/1f2e>) returned error, retrying after 1s: hash mismatch',
  'Fatal: ciphertext verification failed',
  'ignoring error for /b: no space left on device',
].map((message) => `a\n${message}\n${'x'.repeat(200 - message.length)}`);
const FOLDER = join('wwwroot', 'y'.repeat(100));
const DEEP = Array.from({ length: 16 }, () => 'd'.repeat(240)).join('/');

describe('a restore of files whose names read like messages of restic', () => {
  let scratch: string;
  let repository: Repository;
  let snapshot: string;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'sitedeck-names-'));
    const engine = await findRestic();
    if (!engine) throw new Error('There is no engine');
    const passwordFile = join(scratch, 'key');
    await writeFile(passwordFile, FAST_PASSWORD);
    repository = { engine, at: join(scratch, 'repository'), passwordFile, temp: scratch };
    await writeFastRepository(repository.at, 'own');
    for (const name of NAMES) {
      const file = join(scratch, 'site', FOLDER, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, 'hello');
    }
    const args = ['--', 'wwwroot'];
    const request = { hostCode: 'vh1', point: 1, signal, progress, cwd: join(scratch, 'site'), args };
    ({ snapshot } = await writeSnapshot(repository, request));
  });
  afterAll(() => rm(scratch, { recursive: true, force: true }));

  const fetch = (into: string) =>
    restoreTree(repository, { snapshot, into, owner: undefined, bytesTotal: 15, signal, progress });

  it('restores every file', async () => {
    const into = join(scratch, 'tree');
    await fetch(into);
    for (const name of NAMES) expect(await readFile(join(into, FOLDER, name), 'utf8')).toBe('hello');
  });

  it('does not blame the repository if they can’t be written', async () => {
    const failed = await fetch(join(scratch, DEEP)).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(FilesFailed);
    expect(String(failed)).toContain('file name too long');
  });

  it('finds damage of the repository in spite of such names', async () => {
    for (const name of await readdir(join(repository.at, 'data'), { recursive: true })) {
      if (isPack(name)) await spoil(join(repository.at, 'data', name));
    }
    await expect(fetch(join(scratch, DEEP))).rejects.toHaveProperty('reason', 'backup-damaged');
  });
});

it('does not retry a missing pack, even after a file has failed', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'sitedeck-lost-'));
  try {
    const engine = await findRestic();
    if (!engine) throw new Error('There is no engine');
    const [at, passwordFile, cwd] = [
      join(scratch, 'repository'),
      join(scratch, 'key'),
      join(scratch, 'site'),
    ];
    await writeFile(passwordFile, FAST_PASSWORD);
    const repository: Repository = { engine, at, passwordFile, temp: scratch };
    await writeFastRepository(at, 'own');
    // restic creates folders before it reads packs. This one fails, so stderr starts with its name.
    await mkdir(join(cwd, 'wwwroot', 'y'.repeat(240)), { recursive: true });
    await writeFile(join(cwd, 'wwwroot', 'lost'), randomBytes(100_000));
    const request = { hostCode: 'vh1', point: 1, signal, progress, cwd, args: ['--', 'wwwroot'] };
    const { snapshot } = await writeSnapshot(repository, request);
    for (const name of await readdir(join(at, 'data'), { recursive: true })) {
      const pack = join(at, 'data', name);
      if (isPack(name) && (await stat(pack)).size > 100_000) await rm(pack);
    }
    const into = join(scratch, DEEP);
    await mkdir(into, { recursive: true });
    const stderrLines: string[] = [];
    const onStderrLine = (line: string) => void stderrLines.push(line);
    const args = ['restore', '--no-lock', '--target', into, '--', snapshot];
    await expect(runRestic(repository, { args, signal, onStderrLine })).rejects.toBeInstanceOf(FilesFailed);
    const tries = stderrLines.filter((line) => line.includes('retrying after'));
    expect([stderrLines[0], tries.length]).toEqual([expect.stringContaining('file name too long'), 1]);
    const restoreRequest = { snapshot, into, owner: undefined, bytesTotal: 100_000, signal, progress };
    await expect(restoreTree(repository, restoreRequest)).rejects.toHaveProperty('reason', 'backup-damaged');
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
});

const isPack = (name: string): boolean => /[0-9a-f]{64}$/.test(name);

async function spoil(pack: string): Promise<void> {
  const bytes = await readFile(pack);
  bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20);
  await chmod(pack, 0o600);
  await writeFile(pack, bytes);
}
