import { Writable } from 'node:stream';
import { readFileOf } from './read-file';
import type { Repository } from './repository';

const nowhere = () => new Writable({ write: (_piece, _encoding, done) => done() });

/**
 * Reads all of a snapshot and writes none of it: what the engine complains of meanwhile is the repository, and names no
 * file. Rejects as they do where not all of it can be read. As a zip, since a tar can't take each extended attribute that
 * a file may have, and ends there.
 */
export const proveWhole = (
  repository: Repository,
  { snapshot, signal }: { readonly snapshot: string; readonly signal: AbortSignal },
): Promise<void> =>
  readFileOf(repository, { snapshot, path: '/', archive: 'zip', output: nowhere(), signal });
