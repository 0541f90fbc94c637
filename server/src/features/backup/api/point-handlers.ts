import type { HostCode } from '@sitedeck/contract';
import { callerGone } from '#api/calls/caller-gone';
import type { Handlers } from '#api/calls/handlers';
import type { HostScope } from '#sites/host-scope';
import type { PointRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import type { BackupCalls, BackupParts } from './backup-feature';
import { holdsDatabase, holdsSite, pointPath, sharedParts } from '../parts';
import { pointsOf, readyPoint, undoPoint } from '../point-store';
import { pointWire } from './point-wire';
import { backupTask, restoreTask, type RestorePayload } from '../tasks';
import { beginner, engineOf } from './begin-task';

type PointCalls = Pick<
  BackupCalls,
  | 'listBackups'
  | 'createBackup'
  | 'restoreBackup'
  | 'undoRestore'
  | 'browseBackup'
  | 'compareBackup'
  | 'uploadBackup'
>;

const copiesOf = (db: Db, hostCode: HostCode) =>
  db
    .selectFrom('backup_copy')
    .innerJoin('backup_point', 'backup_point.id', 'backup_copy.point_id')
    .select(['target_id', 'point_id', 'at'])
    .where('host_code', '=', hostCode)
    .execute();

const repositoryOf = (db: Db, hostCode: HostCode) =>
  db
    .selectFrom('backup_repository')
    .select(['used_bytes', 'damaged', 'checked_at'])
    .where('host_code', '=', hostCode)
    .executeTakeFirst();

const sizeOf = (point: PointRow): number => point.bytes + point.database_bytes;

/** What full copies would take beside what the repository takes. */
function savedBytes(ready: readonly PointRow[], usedBytes: number | null): number {
  const whole = ready.reduce((sum, point) => sum + sizeOf(point), 0);
  return Math.max(0, whole - (usedBytes ?? whole));
}

const holdsAsked = (kind: 'site' | 'database' | undefined) => (point: PointRow) =>
  kind === undefined || (kind === 'site' ? holdsSite(point.kind) : holdsDatabase(point.kind));

export function pointHandlers({ db, worker, enqueue, now }: BackupParts): Handlers<PointCalls> {
  const begin = beginner({ worker, enqueue });
  const restore = (scope: HostScope, payload: RestorePayload) =>
    begin(scope, restoreTask(payload.parts), payload);

  return {
    listBackups: async ({ query }, { scope: { hostCode }, locale }) => {
      const [engine, rows, copies, repository] = await Promise.all([
        engineOf(worker),
        pointsOf(db, hostCode),
        copiesOf(db, hostCode),
        repositoryOf(db, hostCode),
      ]);
      const all = rows.filter(({ state }) => state === 'ready');
      const usedBytes = repository?.used_bytes ?? null;
      return {
        engine,
        points: all.filter(holdsAsked(query.kind)).map((row) => pointWire(row, { all, copies, locale })),
        usedBytes,
        savedBytes: savedBytes(all, usedBytes),
        damaged: repository?.damaged ?? false,
        checkedAt: repository?.checked_at?.toISOString() ?? null,
      };
    },

    createBackup: async ({ body }, { scope, note }) => {
      note(body.kind, { kind: body.kind });
      return begin(scope, backupTask(body.kind), { ...body, reason: 'manual' });
    },

    restoreBackup: async ({ body }, { scope, note }) => {
      const point = await readyPoint(db, scope.hostCode, body.point);
      const wanted = body.paths ? 'site' : body.table === undefined ? body.parts : 'database';
      const parts = sharedParts(point.kind, wanted ?? point.kind);
      if (!parts || (wanted && parts !== wanted)) throw new Refusal('backup-lacks-part');
      const { paths, table } = body;
      const mode = paths ? 'overlay' : body.mode;
      note(pointPath(point.id), { parts, mode, ...(paths && { count: paths.length }) });
      const payload = { point: point.id, parts, mode, objectName: pointPath(point.id), size: sizeOf(point) };
      return restore(scope, { ...payload, ...(paths && { paths }), ...(table !== undefined && { table }) });
    },

    undoRestore: async ({ body }, { scope, note }) => {
      const point = await undoPoint(db, scope.hostCode, { taskId: body.taskId, now: now() });
      note(pointPath(point.id), { task: body.taskId });
      const { id, kind: parts } = point;
      const of = { point: id, parts, objectName: pointPath(id), size: sizeOf(point) };
      return restore(scope, { ...of, mode: 'mirror', undoes: body.taskId });
    },

    browseBackup: ({ query }, context) =>
      worker.call('browse', { hostCode: context.scope.hostCode, ...query }, { signal: callerGone(context) }),

    compareBackup: ({ body }, context) =>
      worker.call('compare', { hostCode: context.scope.hostCode, ...body }, { signal: callerGone(context) }),

    uploadBackup: async ({ body }, { scope, note }) => {
      note(body.path);
      const request = { kind: 'site', reason: 'uploaded', note: body.note, objectName: body.path } as const;
      return begin(scope, backupTask('site'), request);
    },
  };
}
