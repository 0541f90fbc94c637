import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { killGroup, start } from '#system/process/exec';
import { proveTrees } from './prove-trees';
import { LOOKING, resticCommand, resticEnv, type Repository } from './repository';
import { endedFault, isLost } from './restic-fault';

export interface ReadWish {
  readonly snapshot: string;
  readonly path: string;
  /** How a folder comes; a file comes as it is, without this. */
  readonly archive?: 'tar' | 'zip' | undefined;
  /** Ended where all of it came. */
  readonly output: Writable;
  readonly signal: AbortSignal;
}

const SAID_MAX = 16 * 1024;

/** Writes what a path of a snapshot holds. Rejects, without an end of `output`, where that is not all. */
export async function readFileOf(repository: Repository, wish: ReadWish): Promise<void> {
  const { snapshot, path, archive, output, signal } = wish;
  signal.throwIfAborted();
  const form = archive === undefined ? [] : ['--archive', archive];
  const child = start(resticCommand(repository, ['dump', ...LOOKING, ...form, '--', snapshot, path]), {
    env: resticEnv(repository),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => killGroup(child.pid, 'SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  output.once('close', kill);
  let said = '';
  child.stderr?.on('data', (part: Buffer) => {
    said = `${said}${part.toString()}`.slice(-SAID_MAX);
    if (isLost(repository, said)) kill();
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  ended.catch(() => undefined);
  try {
    if (!child.stdout) throw new Error('A pipe has two ends');
    for await (const piece of child.stdout as AsyncIterable<Buffer>) {
      if (output.destroyed) break;
      if (!output.write(piece)) await Promise.race([once(output, 'drain'), once(output, 'close')]);
    }
    if (output.destroyed) kill();
    const [code] = await ended;
    signal.throwIfAborted();
    if (code !== 0) throw endedFault(code, said, repository);
    // The engine ends an archive well, and short, at a folder that it can't read.
    if (archive !== undefined) await proveTrees(repository, { snapshot, path, signal });
    output.end();
  } finally {
    signal.removeEventListener('abort', kill);
    output.removeListener('close', kill);
    kill();
  }
}
