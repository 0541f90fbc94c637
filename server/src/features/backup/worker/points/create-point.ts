import type { BackupKind, BackupReason, TaskCounts } from '@sitedeck/contract';
import type { TaskDescription } from '#queue/task-kind';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import type { HostFacts } from '#sites/host-scope';
import type { PointRow } from '#state/backup-tables';
import type { Gap } from '#system/mariadb/dump/gaps';
import {
  isUnreadable,
  leftOutOfDump,
  safetyCopyGaps,
  noSafetyCopy,
  type Warning,
} from '#system/mariadb/dump/warnings';
import { Refusal } from '#faults/refusal';
import { backUpFiles, hasFiles } from '#system/restic/back-up-files';
import { backUpStream } from '#system/restic/write-snapshot';
import type { Repository } from '#system/restic/repository';
import { ownerOf, type BackupTools } from '../tools';
import { holdsDatabase, holdsSite, pointPath } from '#features/backup/point-parts';
import {
  insertPoint,
  markPointReady,
  discardUnfinished,
  readyPoint,
  type PointContents,
} from '#features/backup/point-store';
import { siteBackupTask, databaseBackupTask, type BackupPayload } from '#features/backup/tasks';
import { removeUnpacked, unpackArchive } from './unpack-archive';

export interface PointRequest {
  readonly host: HostFacts;
  readonly kind: BackupKind;
  readonly reason: BackupReason;
  readonly note?: string;
  readonly taskId: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: TaskCounts) => void;
  /** The folder that holds `wwwroot` and `data`; the host's root if absent. */
  readonly root?: string;
  /** Runs a named step of the task. */
  readonly step: (name: string, run: () => Promise<void>) => Promise<void>;
  /** The restore task that a safety point undoes. */
  readonly undoes?: number;
  /** When a safety point is removed. */
  readonly expiresAt?: Date;
}

const rootOf = (tools: BackupTools, { root, host }: PointRequest): string => root ?? tools.rootOf(host.code);

/**
 * The requested parts that the host has. An empty site is backed up with its database, so that the backup is listed where
 * it was requested. Refuses with `backup-nothing` or `backup-no-database`.
 */
async function availableParts(tools: BackupTools, request: PointRequest): Promise<BackupKind> {
  const { host, kind, reason } = request;
  const database = holdsDatabase(kind) && ((await tools.databases?.has(host.code)) ?? false);
  if (kind === 'database' && !database) throw new Refusal('backup-no-database');
  if (!holdsSite(kind)) return 'database';
  // Undoing a restore must bring back an empty site, too.
  const isEmpty = reason !== 'safety' && !database && !(await hasFiles(rootOf(tools, request)));
  if (isEmpty) throw new Refusal('backup-nothing');
  return database ? 'both' : 'site';
}

interface PointInProgress {
  readonly tools: BackupTools;
  readonly request: PointRequest;
  readonly repository: Repository;
  readonly point: number;
}

interface DatabaseBackup {
  readonly contents: PointContents;
  readonly warnings: readonly Warning[];
}

async function backUpDatabase({
  tools,
  request,
  repository,
  point,
}: PointInProgress): Promise<DatabaseBackup> {
  const { host, signal, progress, reason } = request;
  let gaps: readonly Gap[] = [];
  const { snapshot, bytes } = await backUpStream(repository, {
    ...{ hostCode: host.code, point, signal, progress },
    produce: async (output) => {
      gaps = (await tools.databases?.dump(host.code, { output, signal })) ?? [];
    },
  });
  const warnings = reason === 'safety' ? safetyCopyGaps(gaps) : leftOutOfDump(gaps);
  return { contents: { database_snapshot: snapshot, database_bytes: bytes }, warnings };
}

/** Why the database can't be read; the point then holds only the files. */
interface Unreadable {
  readonly error: unknown;
}

async function backUpSite({ tools, request, repository, point }: PointInProgress): Promise<PointContents> {
  const { host, signal, progress } = request;
  const { snapshot, bytes, files, missed } = await backUpFiles(repository, tools.paths, {
    ...{ hostCode: host.code, point, signal, progress },
    root: rootOf(tools, request),
    uid: ownerOf(tools, host)?.uid,
  });
  return { files_snapshot: snapshot, bytes, files, missed };
}

export interface CreatedPoint {
  /** Undefined if a safety point would have held only a database, and that can't be read. */
  readonly point: PointRow | undefined;
  /** What the point lacks. */
  readonly warnings: readonly Warning[];
}

/** Backs up the database, then the files. Goes on with the files if the database can't be read. */
async function backUpParts(
  inProgress: PointInProgress,
  kind: BackupKind,
): Promise<DatabaseBackup & Partial<Unreadable>> {
  const { step } = inProgress.request;
  let database: DatabaseBackup & Partial<Unreadable> = { contents: {}, warnings: [] };
  const dump = async (): Promise<void> => {
    try {
      database = await backUpDatabase(inProgress);
    } catch (error) {
      if (!isUnreadable(error) || (kind === 'database' && inProgress.request.reason !== 'safety'))
        throw error;
      database = { contents: {}, warnings: [], error };
    }
  };
  if (holdsDatabase(kind)) await step('database', dump);
  let files: PointContents = {};
  if (holdsSite(kind)) await step('files', async () => void (files = await backUpSite(inProgress)));
  return { ...database, contents: { ...database.contents, ...files } };
}

/**
 * Creates a point. The database is backed up first, so that the files are never older than the database. The point becomes
 * visible when it is complete; if this fails, the caller removes what is left (`discardUnfinished`).
 *
 * The files are backed up even if the database can't be read: the point then holds only them. A safety point succeeds
 * with a warning; any other point is kept, and the database's refusal is thrown.
 */
export async function createPoint(tools: BackupTools, request: PointRequest): Promise<CreatedPoint> {
  const { host, taskId, signal, reason, note, undoes, expiresAt } = request;
  const { db, repositories } = tools;
  const parts = await availableParts(tools, request);
  return repositories.useShared(host.code, async (repository) => {
    const before = await repositories.measureSize(host.code);
    const id = await insertPoint(db, {
      ...{ hostCode: host.code, kind: parts, taskId, reason },
      ...(note !== undefined && { note }),
      ...(undoes !== undefined && { undoes }),
      ...(expiresAt && { expiresAt }),
    });
    const { contents, warnings, ...rest } = await backUpParts(
      { tools, request, repository, point: id },
      parts,
    );
    signal.throwIfAborted();
    const isComplete = !('error' in rest);
    if (!isComplete && !holdsSite(parts)) {
      await discardUnfinished(db, taskId);
      return { point: undefined, warnings: [noSafetyCopy(rest.error)] };
    }
    const added_bytes = Math.max(0, (await repositories.measureSize(host.code)) - before);
    await markPointReady(db, id, { ...contents, kind: isComplete ? parts : 'site', added_bytes });
    if (!isComplete && reason !== 'safety') throw rest.error;
    const point = await readyPoint(db, host.code, id);
    return { point, warnings: isComplete ? warnings : [noSafetyCopy(rest.error)] };
  });
}

/** Creates the point; resolves to the task's result. */
async function runBackup(tools: BackupTools, context: TaskContext<BackupPayload>) {
  const { scope, payload, taskId, signal, progress, step } = context;
  const { kind, reason, note, objectName: archive } = payload;
  let root: string | undefined;
  if (archive !== undefined)
    await step('unpack', async () => void (root = await unpackArchive(tools, context, archive)));
  const { point, warnings } = await createPoint(tools, {
    ...(root !== undefined && { root }),
    ...{ kind, reason, note, taskId, signal, progress, step },
    host: scope.host,
  });
  if (archive !== undefined) await removeUnpacked(tools, scope.host, taskId);
  // Only for a safety point can `createPoint` return none.
  if (!point) throw new Refusal('backup-nothing');
  const { id, files, missed, added_bytes, bytes, database_bytes } = point;
  const size = bytes + database_bytes;
  progress({
    ...(point.files_snapshot !== null && { files, filesTotal: files }),
    ...{ bytes: size, bytesTotal: size },
    ...(missed > 0 && { filesFailed: missed }),
  });
  const path = pointPath(id);
  return {
    path,
    objectName: path,
    point: id,
    size,
    files,
    added: added_bytes,
    missed,
    warnings,
  };
}

const implementFor = (task: TaskDescription<BackupPayload>, tools: BackupTools): ImplementedTask =>
  implementTask(task, {
    run: (context) => runBackup(tools, context),
    cleanup: async ({ taskId, scope, payload }) => {
      await discardUnfinished(tools.db, taskId);
      if (payload.objectName !== undefined) await removeUnpacked(tools, scope.host, taskId);
    },
  });

/** WEB_BACKUP (a site, with or without its database) and DB_BACKUP, which does not lock the workspace. */
export const implementBackups = (tools: BackupTools): readonly ImplementedTask[] => [
  implementFor(siteBackupTask, tools),
  implementFor(databaseBackupTask, tools),
];
