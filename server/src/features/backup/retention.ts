import type { BackupKeep } from '@sitedeck/contract';
import type { PointRow } from '#state/backup-tables';
import { holdsDatabase, holdsSite } from './parts';
import { calendarOf } from './schedule';

type Point = Pick<PointRow, 'id' | 'kind' | 'reason' | 'state' | 'created_at' | 'kept' | 'verify_fault'>;

const SPANS = ['daily', 'weekly', 'monthly', 'yearly'] as const;

/** The newest of each of the last so many spans that have one. */
function keptBy(points: readonly Point[], keep: BackupKeep): Set<number> {
  const ids = new Set<number>();
  for (const span of SPANS) {
    const seen = new Set<string>();
    for (const { id, created_at } of points) {
      const key = calendarOf(created_at.getTime())[span];
      if (seen.has(key)) continue;
      if (seen.size >= keep[span]) break;
      seen.add(key);
      ids.add(id);
    }
  }
  return ids;
}

/**
 * Points that retention removes: scheduled ones that nobody marked and no rule keeps. Whatever the rules say, the newest
 * one of the site and the newest one of the database stay.
 * @param all in any order
 */
export function leavingPoints(all: readonly Point[], keep: BackupKeep): number[] {
  const ready = all
    .filter(({ state, reason }) => state === 'ready' && reason === 'schedule')
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || b.id - a.id);
  // A point whose test failed takes nobody's place.
  const sound = ready.filter(({ verify_fault }) => verify_fault === null);
  const stay = new Set<number>();
  for (const holds of [holdsSite, holdsDatabase]) {
    const own = sound.filter(({ kind }) => holds(kind));
    for (const id of keptBy(own, keep)) stay.add(id);
    const [newest] = own;
    if (newest) stay.add(newest.id);
  }
  const [newest] = ready;
  if (newest) stay.add(newest.id);
  return ready.filter(({ id, kept }) => !kept && !stay.has(id)).map(({ id }) => id);
}
