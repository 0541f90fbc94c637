import { z } from 'zod';
import { NO_LOCK, pointTag, type Repository } from './repository';
import { parseJsonLine } from './restic-output';
import { runRestic } from './run-restic';

const Snapshot = z.object({
  id: z.string(),
  /** Stays the same wherever the snapshot is copied to, unlike `id`. */
  time: z.string(),
  tree: z.string(),
  hostname: z.string(),
  paths: z.array(z.string()),
  tags: z.array(z.string()).default([]),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** Older versions of restic print `null` instead of an empty list. */
const SnapshotList = z.array(z.unknown()).nullable();

/** Lists the snapshots of a repository. Skips an unreadable one, but rejects if restic prints no list at all. */
export async function listSnapshots(repository: Repository, signal: AbortSignal): Promise<Snapshot[]> {
  let list: z.infer<typeof SnapshotList> | undefined;
  await runRestic(repository, {
    args: ['snapshots', ...NO_LOCK, '--json'],
    signal,
    onLine: (line) => {
      const { success, data } = SnapshotList.safeParse(parseJsonLine(line));
      if (success) list = data;
    },
  });
  if (list === undefined) throw new Error('restic printed no list of snapshots');
  return (list ?? []).flatMap((one) => Snapshot.safeParse(one).data ?? []);
}

/** Both are of the same backup, perhaps one as a copy of the other. */
export const isSameSnapshot = (one: Snapshot, other: Snapshot): boolean =>
  one.time === other.time && one.tree === other.tree;

/** Older versions of restic print only the beginning of the id of a new snapshot. */
export const shortId = (id: string): string => id.slice(0, 8);

const SnapshotIds = z.array(z.object({ id: z.string() }));

/** Lists short ids of snapshots: all, or only those tagged with one of the points. */
export async function listSnapshotIds(
  repository: Repository,
  { signal, points = [] }: { readonly signal: AbortSignal; readonly points?: readonly number[] },
): Promise<string[]> {
  const tags = points.flatMap((id) => ['--tag', pointTag(id)]);
  const ids: string[] = [];
  await runRestic(repository, {
    args: ['snapshots', ...NO_LOCK, '--json', ...tags],
    signal,
    onLine: (line) =>
      ids.push(...(SnapshotIds.safeParse(parseJsonLine(line)).data ?? []).map(({ id }) => shortId(id))),
  });
  return ids;
}
