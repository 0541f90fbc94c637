import type { HostCode, providerCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { readHost } from '#sites/live-hosts';
import type { PointRow, RepositoryRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import type { BackupParts } from './backup-feature';
import { beginner } from './begin-task';
import { GRACE_MS } from '../housekeeping';
import { pointPath, sharedParts } from '../parts';
import { pointsOf, readyPoint } from '../point-store';
import { restoreTask } from '../tasks';

/** Calls of the provider's listener that this area answers. */
export type KeptCalls = Pick<
  typeof providerCalls,
  'listKeptBackups' | 'restoreKeptBackup' | 'rotateBackupKey'
>;

/** Repositories whose hosts are gone. */
const keptOnes = (db: Db) =>
  db
    .selectFrom('backup_repository')
    .selectAll()
    .where((row) =>
      row.not(
        row.exists(
          row.selectFrom('host').select('code').whereRef('host.code', '=', 'backup_repository.host_code'),
        ),
      ),
    )
    .orderBy('created_at');

const pointShown = ({ id, kind, reason, note, created_at, bytes, database_bytes }: PointRow) => ({
  ...{ id, kind, reason, note, bytes },
  createdAt: created_at.toISOString(),
  databaseBytes: database_bytes,
});

const shown = (row: RepositoryRow, points: readonly PointRow[]) => ({
  hostCode: row.host_code,
  hostName: row.host_name,
  accountCode: row.account_code,
  node: row.node,
  usedBytes: row.used_bytes,
  goneAt: row.orphaned_at?.toISOString() ?? null,
  removedAt: row.orphaned_at && new Date(row.orphaned_at.getTime() + GRACE_MS).toISOString(),
  points: points.filter(({ state }) => state === 'ready').map(pointShown),
});

/** What the provider does with backups that have outlived their hosts. */
export function keptHandlers({
  db,
  worker,
  enqueue,
}: Pick<BackupParts, 'db' | 'worker' | 'enqueue'>): Handlers<KeptCalls> {
  const begin = beginner({ worker, enqueue });
  /** A host of the same account on the same node, or nobody's. */
  const targetOf = async (kept: RepositoryRow, into: HostCode) => {
    const host = await readHost(db, into);
    if (host?.account_code !== kept.account_code || host.node !== kept.node)
      throw new Refusal('host-gone', { field: 'into' });
    return host;
  };

  return {
    listKeptBackups: async ({ query: { accountCode } }) => {
      const all = keptOnes(db);
      const rows = await (
        accountCode === undefined ? all : all.where('account_code', '=', accountCode)
      ).execute();
      return Promise.all(rows.map(async (row) => shown(row, await pointsOf(db, row.host_code))));
    },

    rotateBackupKey: async ({ params: { hostCode } }, { note }) => {
      note(hostCode);
      return worker.call('rotateKey', { hostCode });
    },

    restoreKeptBackup: async ({ params: { hostCode: from }, body }, context) => {
      context.note(body.into, { from, point: body.point });
      const kept = await keptOnes(db).where('host_code', '=', from).executeTakeFirst();
      if (!kept) throw new Refusal('backup-gone');
      const host = await targetOf(kept, body.into);
      context.attribute({ hostCode: host.code, accountCode: host.account_code, operator: context.key });
      const point = await readyPoint(db, from, body.point);
      const parts = sharedParts(point.kind, body.parts ?? point.kind);
      if (!parts || (body.parts && parts !== body.parts)) throw new Refusal('backup-lacks-part');
      return begin({ hostCode: host.code, operator: context.key }, restoreTask(parts), {
        ...{ from, parts, point: point.id, mode: 'mirror', objectName: pointPath(point.id) },
        size: point.bytes + point.database_bytes,
      });
    },
  };
}
