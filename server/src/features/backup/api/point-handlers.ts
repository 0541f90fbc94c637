import type { HostCode } from '@sitedeck/contract';
import { callerGone } from '#api/calls/caller-gone';
import type { Handlers } from '#api/calls/handlers';
import type { PointRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import { holdsDatabase, holdsSite, otherReplacement, pointPath, pointSize } from '../point-parts';
import { pointsOf, readyPoint, scheduleRemoval } from '../point-store';
import { backupTask } from '../tasks';
import type { BackupCalls, HandlerParts } from './calls';
import { isLast, pointReply } from './point-reply';
import { readEngineState } from './engine-state';

type PointCalls = Pick<
  BackupCalls,
  | 'listBackups'
  | 'createBackup'
  | 'uploadBackup'
  | 'browseBackup'
  | 'compareBackup'
  | 'noteBackup'
  | 'deleteBackup'
  | 'deleteLastBackup'
>;

const copiesOf = (db: Db, hostCode: HostCode) =>
  db
    .selectFrom('backup_copy')
    .innerJoin('backup_point', 'backup_point.id', 'backup_copy.point_id')
    .select(['target_id', 'point_id', 'at'])
    .where('host_code', '=', hostCode)
    .execute();

/** Parameters of the restores that the host's safety points undo, or what else it was, by the task's id. */
async function restoresOf(db: Db, hostCode: HostCode): Promise<ReadonlyMap<number, unknown>> {
  const tasks = await db
    .selectFrom('task')
    .innerJoin('backup_point', 'backup_point.undoes', 'task.id')
    .select(['task.id', 'task.params', 'task.type'])
    .where('backup_point.host_code', '=', hostCode)
    .execute();
  return new Map(tasks.map(({ id, params, type }) => [id, otherReplacement(type) ?? params]));
}

const repositoryOf = (db: Db, hostCode: HostCode) =>
  db
    .selectFrom('backup_repository')
    .select(['used_bytes', 'damaged', 'checked_at'])
    .where('host_code', '=', hostCode)
    .executeTakeFirst();

/** Bytes that full copies would take in addition to what the repository takes. */
function savedBytes(ready: readonly PointRow[], usedBytes: number | null): number {
  const fullCopies = ready.reduce((sum, point) => sum + pointSize(point), 0);
  return Math.max(0, fullCopies - (usedBytes ?? fullCopies));
}

const holdsRequested = (kind: 'site' | 'database' | undefined) => (point: PointRow) =>
  kind === undefined || (kind === 'site' ? holdsSite(point.kind) : holdsDatabase(point.kind));

async function remove(db: Db, point: PointRow, { allowLast }: { readonly allowLast: boolean }) {
  if (!allowLast && isLast(point, await pointsOf(db, point.host_code))) throw new Refusal('backup-is-last');
  await scheduleRemoval(db, [point.id]);
  return {};
}

export function pointHandlers({ db, worker, startTask }: HandlerParts): Handlers<PointCalls> {
  return {
    listBackups: async ({ query }, { scope: { hostCode }, locale }) => {
      const [engine, rows, copies, restores, repository] = await Promise.all([
        readEngineState(worker),
        pointsOf(db, hostCode),
        copiesOf(db, hostCode),
        restoresOf(db, hostCode),
        repositoryOf(db, hostCode),
      ]);
      const all = rows.filter(({ state }) => state === 'ready');
      const usedBytes = repository?.used_bytes ?? null;
      return {
        engine,
        points: all
          .filter(holdsRequested(query.kind))
          .map((row) => pointReply(row, { all, copies, restores, locale })),
        usedBytes,
        savedBytes: savedBytes(all, usedBytes),
        damaged: repository?.damaged ?? false,
        checkedAt: repository?.checked_at?.toISOString() ?? null,
      };
    },

    createBackup: async ({ body }, { scope, note }) => {
      note(body.kind, { kind: body.kind });
      return startTask(scope, backupTask(body.kind), { ...body, reason: 'manual' });
    },

    uploadBackup: async ({ body }, { scope, note }) => {
      note(body.path);
      const payload = { kind: 'site', reason: 'uploaded', note: body.note, objectName: body.path } as const;
      return startTask(scope, backupTask('site'), payload);
    },

    browseBackup: ({ query }, context) =>
      worker.call('browse', { hostCode: context.scope.hostCode, ...query }, { signal: callerGone(context) }),

    compareBackup: ({ body }, context) =>
      worker.call('compare', { hostCode: context.scope.hostCode, ...body }, { signal: callerGone(context) }),

    noteBackup: async ({ body }, { scope, note }) => {
      const point = await readyPoint(db, scope.hostCode, body.point);
      const after = { note: body.note ?? point.note, kept: body.kept ?? point.kept };
      note(pointPath(point.id), { before: { note: point.note, kept: point.kept }, after });
      await db.updateTable('backup_point').set(after).where('id', '=', point.id).execute();
      return {};
    },

    deleteBackup: async ({ body }, { scope, note }) => {
      note(pointPath(body.point));
      return remove(db, await readyPoint(db, scope.hostCode, body.point), { allowLast: false });
    },

    deleteLastBackup: async ({ body }, { scope, note }) => {
      note(pointPath(body.point));
      return remove(db, await readyPoint(db, scope.hostCode, body.point), { allowLast: true });
    },
  };
}
