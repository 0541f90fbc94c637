import type { BackupKind, BackupReason, TaskProgress } from '@sitedeck/contract';
import type { HostFacts } from '#sites/host-scope';
import type { PointRow } from '#state/backup-tables';
import type { Gap } from '#system/mariadb/dump/gaps';
import {
  isUnreadable,
  leftOut,
  safetyLacks,
  withoutSafety,
  type Warning,
} from '#system/mariadb/dump/warnings';
import { Refusal } from '#faults/refusal';
import { backUpFiles, hasFiles } from '#system/restic/back-up-files';
import { backUpStream } from '#system/restic/back-up-stream';
import type { Repository } from '#system/restic/repository';
import { ownerOf, type BackupWork } from '../backup-work';
import { holdsDatabase, holdsSite } from '#features/backup/parts';
import {
  beginPoint,
  finishPoint,
  leaveUnfinished,
  readyPoint,
  type MadePoint,
} from '#features/backup/point-store';

export interface PointWish {
  readonly host: HostFacts;
  readonly kind: BackupKind;
  readonly reason: BackupReason;
  readonly note?: string;
  readonly taskId: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: TaskProgress) => void;
  /** Folder that holds the site's folders; the host's own root unless said. */
  readonly root?: string;
  /** Runs a part under a name that is told. */
  readonly step: (name: string, run: () => Promise<void>) => Promise<void>;
  /** Of a safety point: which restore it undoes, and until when. */
  readonly undoes?: number;
  readonly expiresAt?: Date;
}

const rootOf = (work: BackupWork, { root, host }: PointWish): string => root ?? work.rootOf(host.code);

/** What of the wished parts there is. Refuses `backup-nothing`, `backup-no-database`. */
async function partsThere(work: BackupWork, wish: PointWish): Promise<BackupKind> {
  const { host, kind, reason } = wish;
  const database = holdsDatabase(kind) && ((await work.databases?.has(host.code)) ?? false);
  if (kind === 'database' && !database) throw new Refusal('backup-no-database');
  // What a restore is about to replace is put back as it was, also where it was empty.
  const site = holdsSite(kind) && (reason === 'safety' || (await hasFiles(rootOf(work, wish))));
  if (!site && !database) throw new Refusal('backup-nothing');
  if (site) return database ? 'both' : 'site';
  return 'database';
}

interface Making {
  readonly work: BackupWork;
  readonly wish: PointWish;
  readonly repository: Repository;
  readonly point: number;
}

interface Dumped {
  readonly made: MadePoint;
  readonly warnings: readonly Warning[];
}

async function dumpInto({ work, wish, repository, point }: Making): Promise<Dumped> {
  const { host, signal, progress, reason } = wish;
  let gaps: readonly Gap[] = [];
  const { snapshot, bytes } = await backUpStream(repository, {
    ...{ hostCode: host.code, point, signal, progress },
    produce: async (output) => {
      gaps = (await work.databases?.dump(host.code, { output, signal, onBytes: () => undefined })) ?? [];
    },
  });
  const warnings = reason === 'safety' ? safetyLacks(gaps) : leftOut(gaps);
  return { made: { database_snapshot: snapshot, database_bytes: bytes }, warnings };
}

/** What a point holds when its database can't be read: only the files. */
interface Unreadable {
  readonly error: unknown;
}

async function filesInto({ work, wish, repository, point }: Making): Promise<MadePoint> {
  const { host, signal, progress } = wish;
  const { snapshot, bytes, files, missed } = await backUpFiles(repository, work.places, {
    ...{ hostCode: host.code, point, signal, progress },
    root: rootOf(work, wish),
    uid: ownerOf(work, host)?.uid,
  });
  return { files_snapshot: snapshot, bytes, files, missed };
}

/** A point and what is not in it. */
export interface Made {
  /** Undefined if a safety point would have held only a database, and that can't be read. */
  readonly point: PointRow | undefined;
  readonly warnings: readonly Warning[];
}

async function fill(making: Making, kind: BackupKind): Promise<Dumped & Partial<Unreadable>> {
  const { step } = making.wish;
  let dumped: Dumped & Partial<Unreadable> = { made: {}, warnings: [] };
  const dump = async (): Promise<void> => {
    try {
      dumped = await dumpInto(making);
    } catch (error) {
      if (!isUnreadable(error) || (kind === 'database' && making.wish.reason !== 'safety')) throw error;
      dumped = { made: {}, warnings: [], error };
    }
  };
  if (holdsDatabase(kind)) await step('database', dump);
  let files: MadePoint = {};
  if (holdsSite(kind)) await step('files', async () => void (files = await filesInto(making)));
  return { ...dumped, made: { ...dumped.made, ...files } };
}

/**
 * Makes a point, the database first: what the files say of it is never younger than they are. It is there when all of
 * it is. The caller sees to what is left where it fails (`leaveUnfinished`).
 *
 * The files are backed up even if the database can't be read: the point then holds only them. A safety point succeeds
 * with a warning; any other point is kept, and the database's refusal is thrown.
 */
export async function makePoint(work: BackupWork, wish: PointWish): Promise<Made> {
  const { host, taskId, signal, reason, note, undoes, expiresAt } = wish;
  const { db, repositories } = work;
  const wanted = await partsThere(work, wish);
  return repositories.use(host.code, async (repository) => {
    const before = await repositories.measure(host.code);
    const id = await beginPoint(db, {
      ...{ hostCode: host.code, kind: wanted, taskId, reason },
      ...(note !== undefined && { note }),
      ...(undoes !== undefined && { undoes }),
      ...(expiresAt && { expiresAt }),
    });
    const { made, warnings, ...rest } = await fill({ work, wish, repository, point: id }, wanted);
    signal.throwIfAborted();
    const isWhole = !('error' in rest);
    if (!isWhole && !holdsSite(wanted)) {
      await leaveUnfinished(db, taskId);
      return { point: undefined, warnings: [withoutSafety(rest.error)] };
    }
    const added_bytes = Math.max(0, (await repositories.measure(host.code)) - before);
    await finishPoint(db, id, { ...made, kind: isWhole ? wanted : 'site', added_bytes });
    if (!isWhole && reason !== 'safety') throw rest.error;
    const point = await readyPoint(db, host.code, id);
    return { point, warnings: isWhole ? warnings : [withoutSafety(rest.error)] };
  });
}
