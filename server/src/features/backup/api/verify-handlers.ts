import type { Handlers } from '#api/calls/handlers';
import { pointPath } from '../point-parts';
import { readyPoint } from '../point-store';
import { repairTask, verifyTask } from '../tasks';
import type { BackupCalls, HandlerParts } from './calls';

type VerifyCalls = Pick<BackupCalls, 'verifyBackup' | 'checkBackups' | 'repairBackups'>;

/** Starts the tasks that verify a point, check the repository, or repair it. */
export function verifyHandlers({ db, startTask }: HandlerParts): Handlers<VerifyCalls> {
  return {
    verifyBackup: async ({ body }, { scope, note }) => {
      const { id } = await readyPoint(db, scope.hostCode, body.point);
      note(pointPath(id));
      return startTask(scope, verifyTask, { what: 'point', point: id, objectName: pointPath(id) });
    },

    checkBackups: async (_request, { scope }) => startTask(scope, verifyTask, { what: 'check' }),

    repairBackups: async (_request, { scope }) => startTask(scope, repairTask, { what: 'repair' }),
  };
}
