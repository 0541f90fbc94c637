import {
  SitePath,
  STAGING_FOLDER,
  STAGING_PAGE,
  STAGING_TEXT_MAX,
  STAGING_USER,
  type BackupKind,
  type consoleCalls,
  type HostCode,
  type Staging,
  type StagingPush,
} from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { isRefusal, Refusal } from '#faults/refusal';
import { runFileVerb } from '#files/link/file-client';
import type { FileService } from '#files/link/protocol';
import type { Enqueue } from '#queue/enqueue';
import { fileTarget } from '#sites/file-target';
import type { HostFacts } from '#sites/host-scope';
import type { Db } from '#state/db';
import type { StagingRow } from '#state/tool-tables';
import type { RpcClient } from '#system/rpc/rpc';
import { stagingUrl } from '../preview-address';
import { makePreviewLogin } from '../preview-login';
import type { stagingProtocol } from '../protocol';
import { claimStaging, markStagingRemoving, readPush, readStagingRow, readyStaging } from '../staging-store';
import { createStagingTask, pushStagingTask } from '../tasks';

export interface StagingParts {
  readonly db: Db;
  readonly enqueue: Enqueue;
  readonly stagingWorker: Pick<RpcClient<typeof stagingProtocol>, 'call'>;
  readonly stagingFiles: FileService;
  readonly work: { readonly applySites: (hostCode: HostCode) => Promise<void> };
  /** URL of a host's site that works without a domain. */
  readonly testUrl: (hostCode: HostCode) => string;
  readonly now: () => number;
}

export type StagingCalls = Pick<
  typeof consoleCalls,
  | 'readStaging'
  | 'createStaging'
  | 'resetStagingPassword'
  | 'listStagingDifferences'
  | 'readStagingFile'
  | 'pushStaging'
  | 'undoStagingPush'
  | 'removeStaging'
>;

const DOCUMENT_ROOT = SitePath.parse('/wwwroot');

async function stagingReply({ stagingWorker, testUrl }: StagingParts, row: StagingRow): Promise<Staging> {
  const { host_code: hostCode, no_database: why, configured, cut_off } = row;
  const { bytes, tables } = await stagingWorker.call('measureStaging', { hostCode });
  const databaseOf = (): Staging['database'] => {
    if (why !== null) return { is: 'none', why };
    // The database was reset meanwhile.
    if (!tables || tables.count === 0) return { is: 'none', why: 'lost' };
    return { is: 'copied', tables: tables.count, bytes: tables.bytes };
  };
  return {
    ...{ url: stagingUrl(testUrl(hostCode)), user: STAGING_USER, bytes, database: databaseOf() },
    createdAt: row.created_at.toISOString(),
    configured: [...configured],
    cutOff: [...cut_off],
  };
}

/** A text of the host, if it may be shown. */
async function textOf(
  { stagingFiles }: StagingParts,
  host: HostFacts,
  path: SitePath,
): Promise<{ readonly text: string | null; readonly unreadable: boolean }> {
  try {
    const read = await runFileVerb(stagingFiles, fileTarget(host), { verb: 'readText', body: { path } });
    const isText = read.size <= STAGING_TEXT_MAX && !read.content.includes('\0');
    return { text: isText ? read.content : null, unreadable: !isText };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { text: null, unreadable: error.reason !== 'no-such-file' };
  }
}

function partsOf({ files, database }: StagingPush): BackupKind {
  const hasFiles =
    files.is === 'all' || (files.is === 'selected' && files.paths.length + files.removed.length > 0);
  if (!hasFiles && !database) throw new Refusal('staging-nothing');
  if (!database) return 'site';
  return hasFiles ? 'both' : 'database';
}

type TaskCalls = Pick<StagingCalls, 'createStaging' | 'pushStaging' | 'undoStagingPush'>;

function taskHandlers(parts: StagingParts): Handlers<TaskCalls> {
  const { db, enqueue, testUrl, now } = parts;
  return {
    createStaging: async (_request, { scope: { hostCode, host, operator }, note }) => {
      note(STAGING_FOLDER);
      if (host.language === 'NET') throw new Refusal('staging-not-net');
      const { password, line } = makePreviewLogin();
      await claimStaging(db, hostCode, line);
      const { id } = await enqueue(createStagingTask, { hostCode, operator, payload: {} });
      return { taskId: id, url: stagingUrl(testUrl(hostCode)), user: STAGING_USER, password };
    },
    pushStaging: async ({ body }, { scope: { hostCode, operator }, note }) => {
      const { files, database } = body;
      note(STAGING_FOLDER, {
        database,
        ...(files.is === 'selected' && { paths: files.paths, removed: files.removed }),
      });
      const row = await readyStaging(db, hostCode);
      const replaced = partsOf(body);
      if (database && row.no_database !== null) throw new Refusal('staging-no-database');
      const { id } = await enqueue(pushStagingTask, {
        ...{ hostCode, operator },
        payload: { ...body, parts: replaced },
      });
      return { taskId: id };
    },
    undoStagingPush: async ({ body: { taskId } }, { scope: { hostCode, operator }, note }) => {
      const undone = await readPush(db, { hostCode, taskId, now: now() });
      if (!undone) throw new Refusal('staging-undo-over');
      note(STAGING_FOLDER, { task: taskId, ...(undone.redo && { redo: true }) });
      const payload = { files: { is: 'none' } as const, database: false, undoes: taskId, ...undone };
      const { id } = await enqueue(pushStagingTask, { hostCode, operator, payload });
      return { taskId: id };
    },
  };
}

/** Answers the console's calls about staging copies. */
export function stagingHandlers(parts: StagingParts): Handlers<StagingCalls> {
  const { db, stagingWorker, stagingFiles, testUrl, work } = parts;
  return {
    ...taskHandlers(parts),
    readStaging: async (_request, { scope: { hostCode } }) => {
      const row = await readStagingRow(db, hostCode);
      return {
        staging: row?.state === 'ready' ? await stagingReply(parts, row) : null,
        removing: row?.state === 'removing',
      };
    },
    resetStagingPassword: async (_request, { scope: { hostCode }, note }) => {
      note(STAGING_FOLDER);
      await readyStaging(db, hostCode);
      const { password, line } = makePreviewLogin();
      await db.updateTable('staging').set({ login: line }).where('host_code', '=', hostCode).execute();
      await work.applySites(hostCode);
      return { url: stagingUrl(testUrl(hostCode)), user: STAGING_USER, password };
    },
    listStagingDifferences: async ({ query: { after } }, { scope: { host, hostCode } }) => {
      const { configured, cut_off } = await readyStaging(db, hostCode);
      const kept = new Set<string>([...configured, ...cut_off]);
      const { differences, next } = await stagingFiles.call('compareTrees', {
        ...fileTarget(host),
        ...{ live: DOCUMENT_ROOT, staging: SitePath.parse(STAGING_FOLDER) },
        ...{ after: after ?? null, limit: STAGING_PAGE },
      });
      return { differences: differences.filter(({ path }) => !kept.has(path)), next };
    },
    readStagingFile: async ({ query: { path } }, { scope: { host, hostCode } }) => {
      await readyStaging(db, hostCode);
      const [live, staging] = [
        await textOf(parts, host, SitePath.parse(`${DOCUMENT_ROOT}${path}`)),
        await textOf(parts, host, SitePath.parse(`${STAGING_FOLDER}${path}`)),
      ];
      return {
        ...{ live: live.text, staging: staging.text },
        unreadable: live.unreadable || staging.unreadable,
      };
    },
    removeStaging: async (_request, { scope: { hostCode }, note }) => {
      note(STAGING_FOLDER);
      const row = await readStagingRow(db, hostCode);
      if (!row || row.state === 'creating') throw new Refusal('staging-gone');
      await markStagingRemoving(db, hostCode);
      await stagingWorker.call('endStaging', { hostCode });
      return {};
    },
  };
}
