import { z } from 'zod';
import type { PointRow } from '#state/backup-tables';
import { jsonLine } from '#system/restic/json-line';
import { LOOKING, pointTag, type Repository } from '#system/restic/repository';
import { runRestic } from '#system/restic/run-restic';

/** Older engines tell of what they wrote by the beginning of its name only. */
const shortName = (id: string): string => id.slice(0, 8);

/** The snapshots of points, by short names. */
export const snapshotsOf = (points: readonly PointRow[]): string[] =>
  points.flatMap(({ files_snapshot, database_snapshot }) =>
    [files_snapshot, database_snapshot].filter((id) => id !== null).map(shortName),
  );

const Snapshots = z.array(z.object({ id: z.string() }));
const idsIn = (told: unknown): string[] =>
  Snapshots.safeParse(told).data?.map(({ id }) => shortName(id)) ?? [];

interface Look {
  readonly signal: AbortSignal;
  /** Only those of these points; else all. */
  readonly points?: readonly PointRow[];
}

/** Of points that were never finished only the tags in the repository tell which snapshots, by short names, are theirs. */
export async function snapshotsThere(
  repository: Repository,
  { signal, points = [] }: Look,
): Promise<string[]> {
  const tags = points.flatMap(({ id }) => ['--tag', pointTag(id)]);
  const ids: string[] = [];
  await runRestic(repository, {
    args: ['snapshots', ...LOOKING, '--json', ...tags],
    signal,
    onLine: (line) => ids.push(...idsIn(jsonLine(line))),
  });
  return ids;
}
