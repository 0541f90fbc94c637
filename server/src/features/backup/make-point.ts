import type { BackupKind, BackupReason, TaskProgress } from '@sitedeck/contract';
import type { HostFacts } from '../../sites/host-scope';
import type { PointRow } from '../../state/backup-tables';
import { Refusal } from '../../system/refusal';
import { backUpFiles, hasFiles } from '../../system/restic/back-up-files';
import { backUpStream } from '../../system/restic/back-up-stream';
import type { Repository } from '../../system/restic/repository';
import { ownerOf, type BackupWork } from './backup-work';
import { holdsDatabase, holdsSite } from './parts';
import { beginPoint, finishPoint, readyPoint, type MadePoint } from './point-store';

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

async function dumpInto({ work, wish, repository, point }: Making): Promise<MadePoint> {
  const { host, signal, progress } = wish;
  const { snapshot, bytes } = await backUpStream(repository, {
    ...{ hostCode: host.code, point, signal, progress },
    produce: (output) =>
      work.databases?.dump(host.code, { output, signal, onBytes: () => undefined }) ?? Promise.resolve(),
  });
  return { database_snapshot: snapshot, database_bytes: bytes };
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

/**
 * Makes a point, the database first: what the files say of it is never younger than they are. It is there when all of it
 * is. The caller sees to what is left where it fails (`leaveUnfinished`).
 */
export async function makePoint(work: BackupWork, wish: PointWish): Promise<PointRow> {
  const { host, taskId, step, signal, reason, note, undoes, expiresAt } = wish;
  const { db, repositories } = work;
  const kind = await partsThere(work, wish);
  return repositories.use(host.code, async (repository) => {
    const before = await repositories.measure(host.code);
    const id = await beginPoint(db, {
      ...{ hostCode: host.code, kind, taskId, reason },
      ...(note !== undefined && { note }),
      ...(undoes !== undefined && { undoes }),
      ...(expiresAt && { expiresAt }),
    });
    const making: Making = { work, wish, repository, point: id };
    let made: MadePoint = {};
    if (holdsDatabase(kind)) await step('database', async () => void (made = await dumpInto(making)));
    if (holdsSite(kind))
      await step('files', async () => void (made = { ...made, ...(await filesInto(making)) }));
    signal.throwIfAborted();
    const added_bytes = Math.max(0, (await repositories.measure(host.code)) - before);
    await finishPoint(db, id, { ...made, kind, added_bytes });
    return readyPoint(db, host.code, id);
  });
}
