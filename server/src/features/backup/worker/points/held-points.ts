import { z } from 'zod';
import type { BackupKind, HostCode } from '@sitedeck/contract';
import type { PointRow } from '#state/backup-tables';
import { DUMP_NAME } from '#system/restic/back-up-stream';
import { jsonLine } from '#system/restic/json-line';
import { LOOKING, type Repository } from '#system/restic/repository';
import { runRestic } from '#system/restic/run-restic';
import type { GoneCopy } from '../targets/copy-store';
import { holdsDatabase, holdsSite } from '#features/backup/parts';

const Snapshot = z.object({
  id: z.string(),
  /** Stays the same wherever it is copied to. */
  time: z.string(),
  tree: z.string(),
  hostname: z.string(),
  paths: z.array(z.string()),
  tags: z.array(z.string()).default([]),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** Older engines have no list where there is none. */
const Told = z.array(z.unknown()).nullable();

/** An odd one hides no other; an answer that is none is not taken for there being none. */
export async function readSnapshots(repository: Repository, signal: AbortSignal): Promise<Snapshot[]> {
  let told: z.infer<typeof Told> | undefined;
  await runRestic(repository, {
    args: ['snapshots', ...LOOKING, '--json'],
    signal,
    onLine: (line) => {
      const list = Told.safeParse(jsonLine(line));
      if (list.success) told = list.data;
    },
  });
  if (told === undefined) throw new Error('restic told of no snapshots');
  return (told ?? []).flatMap((one) => Snapshot.safeParse(one).data ?? []);
}

export const isSame = (one: Snapshot, other: Snapshot): boolean =>
  one.time === other.time && one.tree === other.tree;

/** A point as a target holds it. */
export interface HeldPoint {
  /** As it was called where it was made. */
  readonly number: number;
  readonly files?: Snapshot;
  readonly database?: Snapshot;
}

export const snapshotsIn = ({ database, files }: HeldPoint): Snapshot[] =>
  [database, files].filter((snapshot) => snapshot !== undefined);

export const keyOf = (held: HeldPoint): string => snapshotsIn(held)[0]?.id ?? '';

export const madeAt = (held: HeldPoint): Date =>
  new Date(Math.min(...snapshotsIn(held).map(({ time }) => Date.parse(time))));

export const kindOf = ({ files, database }: HeldPoint): BackupKind => {
  if (files && database) return 'both';
  return database ? 'database' : 'site';
};

/** Clocks of database and worker may differ by this, ms. */
const SKEW_MS = 60_000;

/** A number may have been given twice, where the database is older than what lies there: no point was made before its row. */
const isSince = (time: number, row: Date): boolean => time >= row.getTime() - SKEW_MS;

export const isOf = (held: HeldPoint, { id, created_at }: Pick<PointRow, 'id' | 'created_at'>): boolean =>
  held.number === id && isSince(madeAt(held).getTime(), created_at);

/** Whether everything is there that the row tells of. */
export const isWhole = ({ files, database }: HeldPoint, { kind }: PointRow): boolean =>
  (!holdsSite(kind) || files !== undefined) && (!holdsDatabase(kind) || database !== undefined);

function numberOf({ tags }: Snapshot): number | undefined {
  const numbers = tags.flatMap((tag) => /^point-([1-9]\d{0,8})$/.exec(tag)?.[1] ?? []);
  return numbers.length === 1 ? Number(numbers[0]) : undefined;
}

/** Whether it is what a target was given of a point, not of an earlier life of its number. */
export const isGiven = (held: HeldPoint, { point_id, made_at }: GoneCopy): boolean =>
  isOf(held, { id: point_id, created_at: made_at });

/** Those that a target was given of points, and that are theirs and not an earlier life's. */
export const snapshotsGiven = (snapshots: readonly Snapshot[], copies: readonly GoneCopy[]): Snapshot[] =>
  snapshots.filter((snapshot) =>
    copies.some(
      ({ point_id, made_at }) =>
        numberOf(snapshot) === point_id && isSince(Date.parse(snapshot.time), made_at),
    ),
  );

const isDump = ({ paths }: Snapshot): boolean => paths.length === 1 && paths[0] === `/${DUMP_NAME}`;

/** The two halves of a point are made one after the other; with longer between them they are of two, ms. */
const HALVES_MS = 24 * 3600_000;

/** Points of a host among snapshots, the newest first. Whatever is another's, or bears no tag of ours, is none. */
export function heldPoints(snapshots: readonly Snapshot[], hostCode: HostCode): HeldPoint[] {
  const points: HeldPoint[] = [];
  const inOrder = [...snapshots].sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  for (const snapshot of inOrder) {
    const number = numberOf(snapshot);
    if (snapshot.hostname !== hostCode || number === undefined) continue;
    const part = isDump(snapshot) ? 'database' : 'files';
    // The database is written first.
    const begun = points.findLastIndex((point) => point.number === number);
    const before = points[begun];
    const isOther =
      !before ||
      part === 'database' ||
      before.files !== undefined ||
      Date.parse(snapshot.time) - madeAt(before).getTime() > HALVES_MS;
    if (isOther) points.push({ number, [part]: snapshot });
    else points[begun] = { ...before, [part]: snapshot };
  }
  return points.sort((a, b) => madeAt(b).getTime() - madeAt(a).getTime());
}
