import type { HostCode } from '@sitedeck/contract';
import type { RepositoryRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import { newPassword } from './repository-keys';

export const repositoryRow = (db: Db, hostCode: HostCode): Promise<RepositoryRow | undefined> =>
  db.selectFrom('backup_repository').selectAll().where('host_code', '=', hostCode).executeTakeFirst();

/** Writes one down, with a key of its own. */
export async function addRepository(
  db: Db,
  { hostCode, node }: { readonly hostCode: HostCode; readonly node: string },
): Promise<void> {
  const host = await db
    .selectFrom('host')
    .select(['account_code', 'host_name'])
    .where('code', '=', hostCode)
    .executeTakeFirst();
  if (!host) throw new Refusal('host-gone');
  await db
    .insertInto('backup_repository')
    .values({ host_code: hostCode, ...host, node, password: newPassword() })
    .onConflict((conflict) => conflict.column('host_code').doNothing())
    .execute();
}

/** A repository that should hold something and is not there is damage, not a reason to begin anew. */
export async function refuseLost(db: Db, hostCode: HostCode): Promise<void> {
  const point = await db
    .selectFrom('backup_point')
    .select('id')
    .where('host_code', '=', hostCode)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  if (point) throw new Refusal('backup-config-lost');
}

/** What was damaged is no part of what begins anew. */
export async function noteWhole(db: Db, hostCode: HostCode): Promise<void> {
  await db
    .updateTable('backup_repository')
    .set({ damaged: false })
    .where('host_code', '=', hostCode)
    .execute();
}
