import type { HostCode } from '@sitedeck/contract';
import { providerOperator } from '@sitedeck/contract/operator-texts';
import type { Handlers } from '#api/calls/handlers';
import { readHost } from '#sites/live-hosts';
import type { PointRow, RepositoryRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import { pointPath, pointSize, sharedParts } from '../point-parts';
import { pointsOf, readyPoint } from '../point-store';
import { ORPHAN_GRACE_MS, orphanedRepositories } from '../repository-store';
import { restoreTask } from '../tasks';
import type { BackupProviderCalls, HandlerParts } from './calls';

const pointReply = ({ id, kind, reason, note, created_at, bytes, database_bytes }: PointRow) => ({
  ...{ id, kind, reason, note, bytes },
  createdAt: created_at.toISOString(),
  databaseBytes: database_bytes,
});

const repositoryReply = (row: RepositoryRow, points: readonly PointRow[]) => ({
  hostCode: row.host_code,
  hostName: row.host_name,
  accountCode: row.account_code,
  node: row.node,
  usedBytes: row.used_bytes,
  goneAt: row.orphaned_at?.toISOString() ?? null,
  removedAt: row.orphaned_at && new Date(row.orphaned_at.getTime() + ORPHAN_GRACE_MS).toISOString(),
  points: points.filter(({ state }) => state === 'ready').map(pointReply),
});

/** A deleted host's backups may go only into a host of the same account on the same node. */
async function readDestination(db: Db, repository: RepositoryRow, into: HostCode) {
  const host = await readHost(db, into);
  if (host?.account_code !== repository.account_code || host.node !== repository.node)
    throw new Refusal('host-gone', { field: 'into' });
  return host;
}

/** The provider's calls about repositories, most of them of deleted hosts. */
export function orphanHandlers({
  db,
  worker,
  startTask,
}: Pick<HandlerParts, 'db' | 'worker' | 'startTask'>): Handlers<BackupProviderCalls> {
  return {
    listKeptBackups: async ({ query: { accountCode } }) => {
      const all = orphanedRepositories(db);
      const rows = await (
        accountCode === undefined ? all : all.where('account_code', '=', accountCode)
      ).execute();
      return Promise.all(rows.map(async (row) => repositoryReply(row, await pointsOf(db, row.host_code))));
    },

    rotateBackupKey: async ({ params: { hostCode } }, { note }) => {
      note(hostCode);
      return worker.call('rotateKey', { hostCode });
    },

    restoreKeptBackup: async ({ params: { hostCode: from }, body }, context) => {
      context.note(body.into, { from, point: body.point });
      const repository = await orphanedRepositories(db).where('host_code', '=', from).executeTakeFirst();
      if (!repository) throw new Refusal('backup-gone');
      const host = await readDestination(db, repository, body.into);
      context.attribute({ hostCode: host.code, accountCode: host.account_code, operator: context.key });
      const point = await readyPoint(db, from, body.point);
      const parts = sharedParts(point.kind, body.parts ?? point.kind);
      if (!parts || (body.parts && parts !== body.parts)) throw new Refusal('backup-lacks-part');
      return startTask({ hostCode: host.code, operator: providerOperator(context.key) }, restoreTask(parts), {
        ...{ from, parts, point: point.id, mode: 'mirror', objectName: pointPath(point.id) },
        size: pointSize(point),
      });
    },
  };
}
