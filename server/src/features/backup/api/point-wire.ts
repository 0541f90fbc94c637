import { faultMessage, type BackupPoint, type Locale } from '@sitedeck/contract';
import type { PointRow, StoredFault } from '#state/backup-tables';
import { holdsDatabase, holdsSite } from '../parts';

export const faultWords = ({ reason, values }: StoredFault, locale: Locale): string =>
  faultMessage(reason, locale, { ...values });

const isWorking = ({ reason, state }: PointRow): boolean => state === 'ready' && reason !== 'safety';

/** Without it there would be no point of the site, or none of the database, that somebody meant to have. */
export function isLast(point: PointRow, all: readonly PointRow[]): boolean {
  if (!isWorking(point)) return false;
  const others = all.filter((other) => isWorking(other) && other.id !== point.id);
  return [holdsSite, holdsDatabase].some(
    (holds) => holds(point.kind) && !others.some(({ kind }) => holds(kind)),
  );
}

function verifiedOf({ verified_at, verify_fault }: PointRow, locale: Locale): BackupPoint['verified'] {
  if (!verified_at) return null;
  const at = verified_at.toISOString();
  return verify_fault
    ? { at, result: 'failed', message: faultWords(verify_fault, locale) }
    : { at, result: 'ok' };
}

interface Around {
  readonly all: readonly PointRow[];
  readonly copies: readonly { readonly target_id: number; readonly point_id: number; readonly at: Date }[];
  readonly locale: Locale;
}

export function pointWire(row: PointRow, { all, copies, locale }: Around): BackupPoint {
  const { id, kind, reason, note, bytes, files, missed, kept, undoes } = row;
  return {
    ...{ id, kind, reason, note, bytes, files, missed, kept, undoes },
    createdAt: row.created_at.toISOString(),
    databaseBytes: row.database_bytes,
    addedBytes: row.added_bytes,
    verified: verifiedOf(row, locale),
    expiresAt: row.expires_at?.toISOString() ?? null,
    taskId: row.task_id,
    copies: copies
      .filter(({ point_id }) => point_id === id)
      .map(({ target_id, at }) => ({ target: target_id, at: at.toISOString() })),
    isLast: isLast(row, all),
  };
}
