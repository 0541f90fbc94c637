import { Writable } from 'node:stream';
import { readFileOf } from './read-file';
import type { Repository } from './repository';
import { readSnapshot } from './snapshot-tree';

const nowhere = () => new Writable({ write: (_piece, _encoding, done) => done() });

/**
 * Reads all of a snapshot and writes none of it: what the engine complains of meanwhile is the repository, and names no
 * file. Rejects as they do where not all of it can be read.
 */
export async function proveWhole(
  repository: Repository,
  { snapshot, signal }: { readonly snapshot: string; readonly signal: AbortSignal },
): Promise<void> {
  // An archive ends well, and short, where a folder of it can't be read.
  await readSnapshot(repository, { snapshot, signal, onNode: () => undefined });
  await readFileOf(repository, { snapshot, path: '/', output: nowhere(), signal });
}
