import type { HostCode } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';
import type { BackupCalls, BackupParts } from './backup-feature';
import { beginner } from './begin-task';
import { pointPath } from '../parts';
import { leavePoints, pointsOf, readyPoint } from '../point-store';
import { isLast } from './point-wire';
import { repairTask, verifyTask } from '../tasks';

type KeepingCalls = Pick<
  BackupCalls,
  'deleteBackup' | 'deleteLastBackup' | 'noteBackup' | 'verifyBackup' | 'checkBackups' | 'repairBackups'
>;

/** How points are kept: deleted, marked, tested. */
export function keepingHandlers({ db, worker, enqueue }: BackupParts): Handlers<KeepingCalls> {
  const begin = beginner({ worker, enqueue });
  const remove = async (hostCode: HostCode, id: number, even: 'the last' | 'none but the last') => {
    const point = await readyPoint(db, hostCode, id);
    if (even !== 'the last' && isLast(point, await pointsOf(db, hostCode)))
      throw new Refusal('backup-is-last');
    await leavePoints(db, [id]);
    return {};
  };

  return {
    deleteBackup: async ({ body }, { scope, note }) => {
      note(pointPath(body.point));
      return remove(scope.hostCode, body.point, 'none but the last');
    },

    deleteLastBackup: async ({ body }, { scope, note }) => {
      note(pointPath(body.point));
      return remove(scope.hostCode, body.point, 'the last');
    },

    noteBackup: async ({ body }, { scope, note }) => {
      const point = await readyPoint(db, scope.hostCode, body.point);
      const after = { note: body.note ?? point.note, kept: body.kept ?? point.kept };
      note(pointPath(point.id), { before: { note: point.note, kept: point.kept }, after });
      await db.updateTable('backup_point').set(after).where('id', '=', point.id).execute();
      return {};
    },

    verifyBackup: async ({ body }, { scope, note }) => {
      const { id } = await readyPoint(db, scope.hostCode, body.point);
      note(pointPath(id));
      return begin(scope, verifyTask, { what: 'point', point: id, objectName: pointPath(id) });
    },

    checkBackups: async (_request, { scope }) => begin(scope, verifyTask, { what: 'check' }),

    repairBackups: async (_request, { scope }) => begin(scope, repairTask, { what: 'repair' }),
  };
}
