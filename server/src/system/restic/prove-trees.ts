import { LOOKING, type Repository } from './repository';
import { runRestic } from './run-restic';

export interface TreesWish {
  readonly snapshot: string;
  /** `/` for all of it. */
  readonly path: string;
  readonly signal: AbortSignal;
}

/** Reads what lies below a path by name. Rejects where some of that can't be read. */
export async function proveTrees(
  repository: Repository,
  { snapshot, path, signal }: TreesWish,
): Promise<void> {
  await runRestic(repository, { args: ['ls', ...LOOKING, '--recursive', '--', snapshot, path], signal });
}
