import type { HostCode } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { HostScope } from '#sites/host-scope';
import { Refusal } from '#faults/refusal';
import type { Db } from '#state/db';
import { otherReplacement, pointPath, pointSize, sharedParts } from '../point-parts';
import { readyPoint, undoPoint } from '../point-store';
import { isUndo, RestorePayload, restoreTask } from '../tasks';
import type { BackupCalls, HandlerParts } from './calls';

type RestoreCalls = Pick<BackupCalls, 'restoreBackup' | 'undoRestore'>;

/** Parameters of a restore; undefined if its record is deleted. Refuses with `backup-undo-deploy` or `backup-undo-app` for another task. */
async function restoreOf(db: Db, hostCode: HostCode, taskId: number): Promise<RestorePayload | undefined> {
  const task = await db
    .selectFrom('task')
    .select(['params', 'type'])
    .where('id', '=', taskId)
    .where('host_code', '=', hostCode)
    .executeTakeFirst();
  // Its settings, or the list of apps, would stay.
  const other = task && otherReplacement(task.type);
  if (other) throw new Refusal(`backup-undo-${other}`);
  return RestorePayload.safeParse(task?.params).data;
}

export function restoreHandlers({ db, startTask, now }: HandlerParts): Handlers<RestoreCalls> {
  const restore = (scope: HostScope, payload: RestorePayload) =>
    startTask(scope, restoreTask(payload.parts), payload);

  return {
    restoreBackup: async ({ body }, { scope, note }) => {
      const point = await readyPoint(db, scope.hostCode, body.point);
      const requested = body.paths ? 'site' : body.table === undefined ? body.parts : 'database';
      const parts = sharedParts(point.kind, requested ?? point.kind);
      if (!parts || (requested && parts !== requested)) throw new Refusal('backup-lacks-part');
      const { paths, table } = body;
      const mode = paths ? 'overlay' : body.mode;
      note(pointPath(point.id), { parts, mode, ...(paths && { count: paths.length }) });
      return restore(scope, {
        ...{ point: point.id, parts, mode, objectName: pointPath(point.id), size: pointSize(point) },
        ...(paths && { paths }),
        ...(table !== undefined && { table }),
      });
    },

    undoRestore: async ({ body }, { scope, note }) => {
      const point = await undoPoint(db, scope.hostCode, { taskId: body.taskId, now: now() });
      const { id, kind: parts } = point;
      const undone = await restoreOf(db, scope.hostCode, body.taskId);
      const redo = undone && isUndo(undone) ? { redo: true as const } : {};
      note(pointPath(id), { task: body.taskId, ...redo });
      return restore(scope, {
        ...{ point: id, parts, objectName: pointPath(id), size: pointSize(point) },
        ...{ mode: 'mirror', undoes: body.taskId },
        ...redo,
      });
    },
  };
}
