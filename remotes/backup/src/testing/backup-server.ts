import {
  BACKUP_ZONE,
  BackupPoint,
  bringBackPoints,
  browseBackup,
  compareBackup,
  createBackup,
  DEFAULT_PLAN,
  deleteBackup,
  deleteLastBackup,
  listBackups,
  listBackupTargets,
  listTargetPoints,
  noteBackup,
  previewBackupPlan,
  readBackupPlan,
  repairBackups,
  restoreBackup,
  saveBackupPlan,
  saveBackupTarget,
  testBackupTarget,
  undoRestore,
  verifyBackup,
  type BackupEntry,
  type BackupPlan,
  type CallReply,
} from '@sitedeck/contract';
import { openReplyServer, reply, type Reply } from '@sitedeck/ui/testing/reply-server';

/** A point of the site; a test gives the fields that matter to it. */
export const pointOf = (id: number, given: Partial<BackupPoint> = {}): BackupPoint =>
  BackupPoint.parse({
    id,
    kind: 'site',
    reason: 'manual',
    note: '',
    createdAt: new Date(Date.now() - id * 3600_000).toISOString(),
    bytes: 1_288_490_189,
    files: 12_408,
    databaseBytes: 0,
    addedBytes: 39_950_746,
    missed: 0,
    kept: false,
    verified: null,
    expiresAt: null,
    undoes: null,
    before: null,
    taskId: null,
    copies: [],
    isLast: false,
    ...given,
  });

export const pointsReply = (
  points: readonly BackupPoint[],
  given: Partial<CallReply<typeof listBackups>> = {},
): Reply =>
  reply(listBackups, {
    engine: { is: 'present', version: '0.14.0' },
    points: [...points],
    usedBytes: 4_960_687_554,
    savedBytes: 19_842_750_216,
    damaged: false,
    checkedAt: null,
    ...given,
  });

export const entryOf = (path: string, type: BackupEntry['type']): BackupEntry => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  path,
  type,
  size: type === 'file' ? 1234 : 0,
  mtime: 1_763_000_000_000,
  mode: '644',
});

export const planReply = (plan: BackupPlan): Reply =>
  reply(readBackupPlan, { ...plan, next: [], removes: [], zone: BACKUP_ZONE, last: null });

/** Two runs; `removes` are the ids of the points that the next cleanup deletes. */
export const planPreview = (...removes: readonly number[]) => ({
  next: ['2026-11-22T19:00:00.000Z', '2026-11-23T19:00:00.000Z'],
  removes: [...removes],
});

const TASKS = [createBackup, restoreBackup, undoRestore, verifyBackup, repairBackups, bringBackPoints];

const samples = (): readonly Reply[] => [
  pointsReply([], { usedBytes: null }),
  ...TASKS.map((call, index) => reply(call, { taskId: 101 + index })),
  reply(browseBackup, { entries: [entryOf('/wwwroot', 'folder')], more: false }),
  reply(compareBackup, {
    added: { count: 37, paths: ['/wwwroot/new.php'] },
    changed: { count: 2, paths: ['/wwwroot/index.php'] },
    removed: { count: 0, paths: [] },
    same: 12_000,
  }),
  ...[deleteBackup, deleteLastBackup, noteBackup].map((call) => reply(call, {})),
  planReply(DEFAULT_PLAN),
  reply(previewBackupPlan, planPreview()),
  reply(saveBackupPlan, planPreview()),
  reply(listBackupTargets, []),
  reply(listTargetPoints, []),
  reply(testBackupTarget, { is: 'confirm-key', fingerprint: 'SHA256:abcdef' }),
  reply(saveBackupTarget, { id: 1 }),
];

export async function openBackupServer() {
  const server = await openReplyServer(samples);
  return {
    ...server,
    bodies: () => server.changes().map(({ body }) => body),
    /** Paths of the changes below `/api/backup/`. */
    paths: () => server.changes().map(({ path }) => path.replace('/api/backup/', '')),
  };
}
