import { once } from 'node:events';
import { Writable } from 'node:stream';
import { killGroup, start } from '#system/process/exec';
import { NO_LOCK, resticCommand, resticEnv, type Repository } from './repository';
import { exitFault, retriesInVain } from './restic-fault';
import { runRestic } from './run-restic';

export interface ReadRequest {
  readonly snapshot: string;
  readonly path: string;
  /** Archive format for a folder; absent for a file. */
  readonly archive?: 'tar' | 'zip' | undefined;
  /** Ended only if everything was read. */
  readonly output: Writable;
  readonly signal: AbortSignal;
}

const STDERR_MAX = 16 * 1024;

/** Lists everything below a path. Rejects if a folder can't be read. */
async function checkTrees(
  repository: Repository,
  { snapshot, path, signal }: Pick<ReadRequest, 'snapshot' | 'path' | 'signal'>,
): Promise<void> {
  await runRestic(repository, { args: ['ls', ...NO_LOCK, '--recursive', '--', snapshot, path], signal });
}

/** Writes a file or folder of a snapshot. Rejects, without ending `output`, if it could not be read completely. */
export async function readSnapshotFile(repository: Repository, request: ReadRequest): Promise<void> {
  const { snapshot, path, archive, output, signal } = request;
  signal.throwIfAborted();
  const format = archive === undefined ? [] : ['--archive', archive];
  const child = start(resticCommand(repository, ['dump', ...NO_LOCK, ...format, '--', snapshot, path]), {
    env: resticEnv(repository),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => killGroup(child.pid, 'SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  output.once('close', kill);
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = `${stderr}${chunk.toString()}`.slice(-STDERR_MAX);
    if (retriesInVain(repository, stderr)) kill();
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  ended.catch(() => undefined);
  try {
    if (!child.stdout) throw new Error('The child process has no pipes');
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      if (output.destroyed) break;
      if (!output.write(chunk)) await Promise.race([once(output, 'drain'), once(output, 'close')]);
    }
    if (output.destroyed) kill();
    const [code] = await ended;
    signal.throwIfAborted();
    if (code !== 0) throw exitFault(code, stderr, repository);
    // At a folder that it can't read, restic ends the archive early and still exits with 0.
    if (archive !== undefined) await checkTrees(repository, { snapshot, path, signal });
    output.end();
  } finally {
    signal.removeEventListener('abort', kill);
    output.removeListener('close', kill);
    kill();
  }
}

const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Reads a complete snapshot and discards it, so that every complaint of restic is about the repository. Reads it as a zip:
 * at extended attributes that a tar can't hold, restic ends the archive.
 */
export const readEverything = (
  repository: Repository,
  { snapshot, signal }: Pick<ReadRequest, 'snapshot' | 'signal'>,
): Promise<void> =>
  readSnapshotFile(repository, { snapshot, path: '/', archive: 'zip', output: discard(), signal });
