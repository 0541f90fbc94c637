import type { Repository } from './repository';
import { runRestic } from './run-restic';
import { withSpace } from '#system/disk/with-space';

export interface CopyFrom {
  readonly source: Repository;
  readonly signal: AbortSignal;
}

/** Makes a repository, its pieces cut as those of another: what both hold is the same in both. */
export const initLike = async (repository: Repository, { source, signal }: CopyFrom): Promise<void> => {
  await runRestic({ ...repository, source }, { args: ['init', '--copy-chunker-params'], signal });
};

/** Copies snapshots of another repository into one on our disk. Those that are there already stay as they are. */
export const copyFrom = (
  repository: Repository,
  { source, signal, snapshots }: CopyFrom & { readonly snapshots: readonly string[] },
): Promise<void> =>
  withSpace({
    folder: repository.at,
    signal,
    work: async (limit) => {
      await runRestic({ ...repository, source }, { args: ['copy', '--', ...snapshots], signal: limit });
    },
  });
