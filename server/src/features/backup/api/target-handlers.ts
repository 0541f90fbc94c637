import { isDeepStrictEqual } from 'node:util';
import type { Updateable } from 'kysely';
import { TARGETS_MAX, type BackupTarget, type HostCode, type Locale } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { BackupTargetTable, TargetRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import type { BackupCalls, HandlerParts } from './calls';
import { storedFaultMessage } from '../stored-fault';
import { ownTarget, splitSecrets, targetsOf, withSavedSecrets } from '../target-store';
import { fetchTask } from '../tasks';

type TargetCalls = Pick<
  BackupCalls,
  | 'listBackupTargets'
  | 'testBackupTarget'
  | 'saveBackupTarget'
  | 'removeBackupTarget'
  | 'listTargetPoints'
  | 'bringBackPoints'
>;

/** Counts the ready points that each target lacks, by the target's id. */
async function countMissingCopies(db: Db, hostCode: HostCode): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('backup_target')
    .leftJoin('backup_point', (join) =>
      join
        .onRef('backup_point.host_code', '=', 'backup_target.host_code')
        .on('backup_point.state', '=', 'ready'),
    )
    .leftJoin('backup_copy', (join) =>
      join
        .onRef('backup_copy.target_id', '=', 'backup_target.id')
        .onRef('backup_copy.point_id', '=', 'backup_point.id'),
    )
    .select(['backup_target.id', 'backup_point.id as point', 'backup_copy.point_id as copied'])
    .where('backup_target.host_code', '=', hostCode)
    .execute();
  const missing = new Map<number, number>();
  for (const { id, point, copied } of rows)
    if (point !== null && copied === null) missing.set(id, (missing.get(id) ?? 0) + 1);
  return missing;
}

const targetReply = (row: TargetRow, missingCopies: number, locale: Locale): BackupTarget => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  place: row.place,
  state: row.state,
  ...(row.fault && { message: storedFaultMessage(row.fault, locale) }),
  syncedAt: row.synced_at?.toISOString() ?? null,
  behind: missingCopies,
});

/** A target that moves to another address holds no copies there yet. */
const updateTarget = (
  db: Db,
  saved: TargetRow,
  { row, isSameAddress }: { readonly row: Updateable<BackupTargetTable>; readonly isSameAddress: boolean },
) =>
  db.transaction().execute(async (trx) => {
    if (!isSameAddress) await trx.deleteFrom('backup_copy').where('target_id', '=', saved.id).execute();
    return trx
      .updateTable('backup_target')
      .set({ ...row, ...(!isSameAddress && { synced_at: null }) })
      .where('id', '=', saved.id)
      .returning('id')
      .executeTakeFirst();
  });

export function targetHandlers({ db, worker, startTask }: HandlerParts): Handlers<TargetCalls> {
  const readSaved = (hostCode: HostCode, id: number | undefined) =>
    id === undefined ? undefined : ownTarget(db, hostCode, id);

  return {
    listBackupTargets: async (_request, { scope: { hostCode }, locale }) => {
      const [rows, missingCopies] = await Promise.all([
        targetsOf(db, hostCode),
        countMissingCopies(db, hostCode),
      ]);
      return rows.map((row) => targetReply(row, missingCopies.get(row.id) ?? 0, locale));
    },

    testBackupTarget: async ({ body }, { scope: { hostCode } }) => {
      const place = withSavedSecrets(body.place, await readSaved(hostCode, body.id));
      return worker.call('testTarget', { hostCode, place });
    },

    saveBackupTarget: async ({ body }, { scope: { hostCode }, note }) => {
      note(body.name, { is: body.place.is });
      const saved = await readSaved(hostCode, body.id);
      if (!saved && (await targetsOf(db, hostCode)).length >= TARGETS_MAX)
        throw new Refusal('targets-too-many', { values: { most: TARGETS_MAX } });
      const complete = withSavedSecrets(body.place, saved);
      const tested = await worker.call('testTarget', { hostCode, place: complete });
      if (tested.is === 'confirm-key') throw new Refusal('target-key-unconfirmed', { field: 'fingerprint' });
      const { place, secrets } = splitSecrets(complete);
      const row = {
        name: body.name,
        enabled: body.enabled,
        place: JSON.stringify(place),
        secrets: JSON.stringify(secrets),
        state: 'idle' as const,
        fault: null,
        attempts: 0,
        retry_at: new Date(),
      };
      const written = saved
        ? await updateTarget(db, saved, { row, isSameAddress: isDeepStrictEqual(saved.place, place) })
        : await db
            .insertInto('backup_target')
            .values({ ...row, host_code: hostCode })
            .returning('id')
            .executeTakeFirst();
      if (!written) throw new Refusal('not-found', { field: 'id' });
      return written;
    },

    removeBackupTarget: async ({ body }, { scope: { hostCode }, note }) => {
      const { id, name } = await ownTarget(db, hostCode, body.id);
      note(name);
      await db.deleteFrom('backup_target').where('id', '=', id).execute();
      return {};
    },

    listTargetPoints: async ({ query }, { scope: { hostCode } }) => {
      const { id } = await ownTarget(db, hostCode, query.id);
      return worker.call('targetPoints', { hostCode, target: id });
    },

    bringBackPoints: async ({ body: { id, points } }, { scope, note }) => {
      const { name } = await ownTarget(db, scope.hostCode, id);
      note(name);
      return startTask(scope, fetchTask, { target: id, objectName: name, ...(points && { points }) });
    },
  };
}
