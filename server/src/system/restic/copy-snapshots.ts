import type { Repository } from './repository';
import { runRestic } from './run-restic';
import { withSpace } from '#system/disk/with-space';

export interface CopySource {
  readonly source: Repository;
  readonly signal: AbortSignal;
}

/** Creates a repository with the chunk boundaries of another, so that copies between them need no re-chunking. */
export const initWithSameChunks = async (
  repository: Repository,
  { source, signal }: CopySource,
): Promise<void> => {
  await runRestic({ ...repository, source }, { args: ['init', '--copy-chunker-params'], signal });
};

/** Copies snapshots of another repository into one on our disk. Skips those that it already has. */
export const copySnapshots = (
  repository: Repository,
  { source, signal, snapshots }: CopySource & { readonly snapshots: readonly string[] },
): Promise<void> =>
  withSpace({
    folder: repository.at,
    signal,
    work: async (limit) => {
      await runRestic({ ...repository, source }, { args: ['copy', '--', ...snapshots], signal: limit });
    },
  });
