import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '#system/process/exec';
import { pathExists } from '#system/disk/exists';
import type { Repository } from './repository';

/** Files per run of sha256sum. */
const FILES_PER_RUN = 200;
const TIMEOUT_MS = 24 * 60 * 60_000;
const EMPTY_HASH = createHash('sha256').digest('hex');

/** A file of a repository whose content does not match its name. */
interface MisnamedFile {
  readonly file: string;
  /** SHA-256 of its content. */
  readonly hash: string;
}

/** restic names every pack, index and snapshot after the SHA-256 of its content. */
async function findMisnamed(
  repository: Repository,
  type: 'data' | 'snapshots',
  signal: AbortSignal,
): Promise<MisnamedFile[]> {
  const found = await readdir(join(repository.at, type), { recursive: true }).catch(() => []);
  const files = found.filter((name) => /(^|\/)[0-9a-f]{64}$/.test(name)).map((name) => join(type, name));
  const [file, ...prefix] = [...repository.engine.lowPriority, 'sha256sum'];
  const wrong: MisnamedFile[] = [];
  for (let at = 0; at < files.length; at += FILES_PER_RUN) {
    const args = [...prefix, '--', ...files.slice(at, at + FILES_PER_RUN)];
    const { stdout } = await run({ file, args }, { cwd: repository.at, signal, timeoutMs: TIMEOUT_MS });
    signal.throwIfAborted();
    for (const line of stdout.split('\n')) {
      const [, hash = '', name = ''] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
      if (name !== '' && !name.endsWith(hash)) wrong.push({ file: join(repository.at, name), hash });
    }
  }
  return wrong;
}

const packPath = ({ at }: Repository, hash: string): string => join(at, 'data', hash.slice(0, 2), hash);

/**
 * Prepares a damaged repository for a new index. A damaged snapshot is removed, since restic would refuse to read the others.
 * A damaged pack is renamed after its present content, so that restic indexes only its intact blobs. Safe to repeat.
 */
export async function renameByContent(repository: Repository, signal: AbortSignal): Promise<void> {
  for (const { file } of await findMisnamed(repository, 'snapshots', signal)) await rm(file, { force: true });
  for (const { file, hash } of await findMisnamed(repository, 'data', signal)) {
    const path = packPath(repository, hash);
    if (hash === EMPTY_HASH || (await pathExists(path))) await rm(file, { force: true });
    else {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(file, path);
    }
  }
}
