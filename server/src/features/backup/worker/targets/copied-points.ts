import type { BackupKind, HostCode } from '@sitedeck/contract';
import type { PointRow } from '#state/backup-tables';
import { DUMP_NAME } from '#system/restic/write-snapshot';
import type { Snapshot } from '#system/restic/snapshots';
import { holdsDatabase, holdsSite } from '#features/backup/point-parts';
import type { GoneCopy } from './copy-store';

/** A point as found among the snapshots of a target. */
export interface CopiedPoint {
  /** The point's id when it was made, from the tag of its snapshots. */
  readonly number: number;
  readonly files?: Snapshot;
  readonly database?: Snapshot;
}

export const snapshotsOfCopy = ({ database, files }: CopiedPoint): Snapshot[] =>
  [database, files].filter((snapshot) => snapshot !== undefined);

/** Identifies a copy in calls: the id of its first snapshot. */
export const copyKey = (copy: CopiedPoint): string => snapshotsOfCopy(copy)[0]?.id ?? '';

export const createdAtOf = (copy: CopiedPoint): Date =>
  new Date(Math.min(...snapshotsOfCopy(copy).map(({ time }) => Date.parse(time))));

export const backupKindOf = ({ files, database }: CopiedPoint): BackupKind => {
  if (files && database) return 'both';
  return database ? 'database' : 'site';
};

/** The clocks of database and worker may differ by this, ms. */
const CLOCK_SKEW_MS = 60_000;

/**
 * A snapshot is never older than the row of its point. If it is, it belongs to an earlier point with the same id, made before
 * the database was restored from an old backup.
 */
const isNotOlder = (time: number, row: Date): boolean => time >= row.getTime() - CLOCK_SKEW_MS;

/** Whether a copy is of the point in this row, not of an earlier point with the same id. */
export const isCopyOf = (
  copy: CopiedPoint,
  { id, created_at }: Pick<PointRow, 'id' | 'created_at'>,
): boolean => copy.number === id && isNotOlder(createdAtOf(copy).getTime(), created_at);

/** Whether a copy has every part of the point. */
export const isComplete = ({ files, database }: CopiedPoint, { kind }: PointRow): boolean =>
  (!holdsSite(kind) || files !== undefined) && (!holdsDatabase(kind) || database !== undefined);

function pointNumberOf({ tags }: Snapshot): number | undefined {
  const numbers = tags.flatMap((tag) => /^point-([1-9]\d{0,8})$/.exec(tag)?.[1] ?? []);
  return numbers.length === 1 ? Number(numbers[0]) : undefined;
}

/** Whether we made this copy, according to its record. */
export const isRecordedCopy = (copy: CopiedPoint, { point_id, made_at }: GoneCopy): boolean =>
  isCopyOf(copy, { id: point_id, created_at: made_at });

/** The snapshots that belong to recorded copies. */
export const recordedSnapshots = (snapshots: readonly Snapshot[], copies: readonly GoneCopy[]): Snapshot[] =>
  snapshots.filter((snapshot) =>
    copies.some(
      ({ point_id, made_at }) =>
        pointNumberOf(snapshot) === point_id && isNotOlder(Date.parse(snapshot.time), made_at),
    ),
  );

const isDump = ({ paths }: Snapshot): boolean => paths.length === 1 && paths[0] === `/${DUMP_NAME}`;

/** Database and files of a point are backed up one after the other; snapshots further apart are of two points, ms. */
const SAME_POINT_MS = 24 * 3600_000;

/** Groups a host's snapshots into points, the newest first. Ignores other hosts' snapshots and those without our tag. */
export function groupIntoPoints(snapshots: readonly Snapshot[], hostCode: HostCode): CopiedPoint[] {
  const points: CopiedPoint[] = [];
  const oldestFirst = [...snapshots].sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  for (const snapshot of oldestFirst) {
    const number = pointNumberOf(snapshot);
    if (snapshot.hostname !== hostCode || number === undefined) continue;
    const part = isDump(snapshot) ? 'database' : 'files';
    // The database is backed up first.
    const index = points.findLastIndex((point) => point.number === number);
    const previous = points[index];
    const isNewPoint =
      !previous ||
      part === 'database' ||
      previous.files !== undefined ||
      Date.parse(snapshot.time) - createdAtOf(previous).getTime() > SAME_POINT_MS;
    if (isNewPoint) points.push({ number, [part]: snapshot });
    else points[index] = { ...previous, [part]: snapshot };
  }
  return points.sort((a, b) => createdAtOf(b).getTime() - createdAtOf(a).getTime());
}
