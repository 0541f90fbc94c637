import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '#system/process/exec';
import { isThere } from '#system/disk/is-there';
import type { Repository } from './repository';

/** Names given to one run of the program that reads them. */
const AT_ONCE = 200;
const RUN_MS = 24 * 60 * 60_000;
const EMPTY = createHash('sha256').digest('hex');

/** A file of a repository whose content is not what its name says. */
interface Misnamed {
  readonly file: string;
  /** What it would be called. */
  readonly hash: string;
}

/** The engine calls every pack, index and snapshot after the SHA-256 of its content. */
async function misnamed(repository: Repository, kind: string, signal: AbortSignal): Promise<Misnamed[]> {
  const found = await readdir(join(repository.at, kind), { recursive: true }).catch(() => []);
  const files = found.filter((name) => /(^|\/)[0-9a-f]{64}$/.test(name)).map((name) => join(kind, name));
  const [file, ...gently] = [...repository.engine.gently, 'sha256sum'];
  const wrong: Misnamed[] = [];
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const args = [...gently, '--', ...files.slice(at, at + AT_ONCE)];
    const { stdout } = await run({ file, args }, { cwd: repository.at, signal, timeoutMs: RUN_MS });
    signal.throwIfAborted();
    for (const line of stdout.split('\n')) {
      const [, hash = '', name = ''] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
      if (name !== '' && !name.endsWith(hash)) wrong.push({ file: join(repository.at, name), hash });
    }
  }
  return wrong;
}

const packPlace = ({ at }: Repository, hash: string): string => join(at, 'data', hash.slice(0, 2), hash);

/**
 * What of a damaged repository is worse than nothing goes: a snapshot that is not what it was keeps the engine from every
 * other, and pieces that are known to be there are never written again. A damaged pack is called after what it holds now,
 * so that its whole pieces can still be taken out of it. Doing it again changes nothing.
 */
export async function nameByContent(repository: Repository, signal: AbortSignal): Promise<void> {
  for (const { file } of await misnamed(repository, 'snapshots', signal)) await rm(file, { force: true });
  for (const { file, hash } of await misnamed(repository, 'data', signal)) {
    const place = packPlace(repository, hash);
    if (hash === EMPTY || (await isThere(place))) await rm(file, { force: true });
    else {
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      await rename(file, place);
    }
  }
}
