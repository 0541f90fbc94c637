import type { BackupPoint, Locale } from '@sitedeck/contract';
import { isUndo, RestorePayload } from '../tasks';
import type { PointRow } from '#state/backup-tables';
import { holdsDatabase, holdsSite } from '../point-parts';
import { storedFaultMessage } from '../stored-fault';

const isBackup = ({ reason, state }: PointRow): boolean => state === 'ready' && reason !== 'safety';

/** Whether removing the point would leave the host without any backup of its site, or of its database. Safety points don't count. */
export function isLast(point: PointRow, all: readonly PointRow[]): boolean {
  if (!isBackup(point)) return false;
  const others = all.filter((other) => isBackup(other) && other.id !== point.id);
  return [holdsSite, holdsDatabase].some(
    (holds) => holds(point.kind) && !others.some(({ kind }) => holds(kind)),
  );
}

function verificationReply({ verified_at, verify_fault }: PointRow, locale: Locale): BackupPoint['verified'] {
  if (!verified_at) return null;
  const at = verified_at.toISOString();
  return verify_fault
    ? { at, result: 'failed', message: storedFaultMessage(verify_fault, locale) }
    : { at, result: 'ok' };
}

interface Surroundings {
  /** Every ready point of the host. */
  readonly all: readonly PointRow[];
  /** Parameters of the restores that made safety points; other tasks: what they replaced the site by. */
  readonly restores: ReadonlyMap<number, unknown>;
  readonly copies: readonly { readonly target_id: number; readonly point_id: number; readonly at: Date }[];
  readonly locale: Locale;
}

const actOf = (restore: RestorePayload): NonNullable<BackupPoint['before']>['is'] => {
  if (restore.redo) return 'redo';
  return isUndo(restore) ? 'undo' : 'restore';
};

/** The restore, its undo or redo, before which a safety point was made. */
function beforeReply({ undoes }: PointRow, { all, restores }: Surroundings): BackupPoint['before'] {
  const made = undoes === null ? undefined : restores.get(undoes);
  if (made === 'deploy' || made === 'app' || made === 'staging') return { is: made, restored: null };
  const restore = RestorePayload.safeParse(made).data;
  if (!restore) return null;
  const restored = all.find(({ id }) => id === restore.point);
  return {
    is: actOf(restore),
    restored: restored?.created_at.toISOString() ?? null,
  };
}

export function pointReply(row: PointRow, surroundings: Surroundings): BackupPoint {
  const { all, copies, locale } = surroundings;
  const { id, kind, reason, note, bytes, files, missed, kept, undoes } = row;
  return {
    ...{ id, kind, reason, note, bytes, files, missed, kept, undoes },
    createdAt: row.created_at.toISOString(),
    databaseBytes: row.database_bytes,
    addedBytes: row.added_bytes,
    verified: verificationReply(row, locale),
    expiresAt: row.expires_at?.toISOString() ?? null,
    before: beforeReply(row, surroundings),
    taskId: row.task_id,
    copies: copies
      .filter(({ point_id }) => point_id === id)
      .map(({ target_id, at }) => ({ target: target_id, at: at.toISOString() })),
    isLast: isLast(row, all),
  };
}
