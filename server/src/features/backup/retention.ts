import type { BackupKeep } from '@sitedeck/contract';
import type { PointRow } from '#state/backup-tables';
import { holdsDatabase, holdsSite } from './point-parts';
import { calendarOf } from './schedule';

type Point = Pick<PointRow, 'id' | 'kind' | 'reason' | 'state' | 'created_at' | 'kept' | 'verify_fault'>;

const SPANS = ['daily', 'weekly', 'monthly', 'yearly'] as const;

/** For each span, keeps the newest point of the last `keep[span]` days, weeks, months or years that have a point. */
function keptByRules(points: readonly Point[], keep: BackupKeep): Set<number> {
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
 * Decides which points retention removes: scheduled points that are neither marked as kept nor kept by a rule. The newest
 * point of the site and the newest of the database always stay.
 * @param all in any order
 */
export function pointsToRemove(all: readonly Point[], keep: BackupKeep): number[] {
  const ready = all
    .filter(({ state, reason }) => state === 'ready' && reason === 'schedule')
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || b.id - a.id);
  // A point that failed its verification must not displace a sound one.
  const sound = ready.filter(({ verify_fault }) => verify_fault === null);
  const stay = new Set<number>();
  for (const holds of [holdsSite, holdsDatabase]) {
    const candidates = sound.filter(({ kind }) => holds(kind));
    for (const id of keptByRules(candidates, keep)) stay.add(id);
    const [newest] = candidates;
    if (newest) stay.add(newest.id);
  }
  const [newest] = ready;
  if (newest) stay.add(newest.id);
  return ready.filter(({ id, kept }) => !kept && !stay.has(id)).map(({ id }) => id);
}
