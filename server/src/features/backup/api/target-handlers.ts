import { isDeepStrictEqual } from 'node:util';
import type { Updateable } from 'kysely';
import { TARGETS_MAX, type BackupTarget, type HostCode, type Locale } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { BackupTargetTable, TargetRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import type { BackupCalls, BackupParts } from './backup-feature';
import { beginner } from './begin-task';
import { faultWords } from './point-wire';
import { ownTarget, splitPlace, targetsOf, withSavedSecrets } from '../target-store';
import { bringBackTask } from '../tasks';

type TargetCalls = Pick<
  BackupCalls,
  | 'listBackupTargets'
  | 'testBackupTarget'
  | 'saveBackupTarget'
  | 'removeBackupTarget'
  | 'listTargetPoints'
  | 'bringBackPoints'
>;

/** Ready points that each target does not hold, by the target's id. */
async function behindOf(db: Db, hostCode: HostCode): Promise<ReadonlyMap<number, number>> {
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
  const behind = new Map<number, number>();
  for (const { id, point, copied } of rows)
    if (point !== null && copied === null) behind.set(id, (behind.get(id) ?? 0) + 1);
  return behind;
}

const targetWire = (row: TargetRow, behind: number, locale: Locale): BackupTarget => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  place: row.place,
  state: row.state,
  ...(row.fault && { message: faultWords(row.fault, locale) }),
  syncedAt: row.synced_at?.toISOString() ?? null,
  behind,
});

/** Another place holds nothing of what the first one held. */
const changeTarget = (
  db: Db,
  saved: TargetRow,
  { row, isSamePlace }: { readonly row: Updateable<BackupTargetTable>; readonly isSamePlace: boolean },
) =>
  db.transaction().execute(async (trx) => {
    if (!isSamePlace) await trx.deleteFrom('backup_copy').where('target_id', '=', saved.id).execute();
    return trx
      .updateTable('backup_target')
      .set({ ...row, ...(!isSamePlace && { synced_at: null }) })
      .where('id', '=', saved.id)
      .returning('id')
      .executeTakeFirst();
  });

export function targetHandlers({ db, worker, enqueue }: BackupParts): Handlers<TargetCalls> {
  const begin = beginner({ worker, enqueue });
  const savedOf = (hostCode: HostCode, id: number | undefined) =>
    id === undefined ? undefined : ownTarget(db, hostCode, id);

  return {
    listBackupTargets: async (_request, { scope: { hostCode }, locale }) => {
      const [rows, behind] = await Promise.all([targetsOf(db, hostCode), behindOf(db, hostCode)]);
      return rows.map((row) => targetWire(row, behind.get(row.id) ?? 0, locale));
    },

    testBackupTarget: async ({ body }, { scope: { hostCode } }) => {
      const place = withSavedSecrets(body.place, await savedOf(hostCode, body.id));
      return worker.call('testTarget', { hostCode, place });
    },

    saveBackupTarget: async ({ body }, { scope: { hostCode }, note }) => {
      note(body.name, { is: body.place.is });
      const saved = await savedOf(hostCode, body.id);
      if (!saved && (await targetsOf(db, hostCode)).length >= TARGETS_MAX)
        throw new Refusal('targets-too-many', { values: { most: TARGETS_MAX } });
      const whole = withSavedSecrets(body.place, saved);
      const tried = await worker.call('testTarget', { hostCode, place: whole });
      if (tried.is === 'confirm-key') throw new Refusal('target-key-unconfirmed', { field: 'fingerprint' });
      const { place, secrets } = splitPlace(whole);
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
        ? await changeTarget(db, saved, { row, isSamePlace: isDeepStrictEqual(saved.place, place) })
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
      return begin(scope, bringBackTask, { target: id, objectName: name, ...(points && { points }) });
    },
  };
}
