import type { HostCode } from '@sitedeck/contract';
import type { RepositoryRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import { isRefusal, Refusal } from '#faults/refusal';

/** A deleted host's repository is kept for this long, ms. */
export const ORPHAN_GRACE_MS = 30 * 24 * 3600_000;

export const repositoryRow = (db: Db, hostCode: HostCode): Promise<RepositoryRow | undefined> =>
  db.selectFrom('backup_repository').selectAll().where('host_code', '=', hostCode).executeTakeFirst();

/** Repositories of deleted hosts, the oldest first. */
export const orphanedRepositories = (db: Db) =>
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

/** Adds a host's row with the password of its repository; keeps a row that is already there. */
export async function addRepository(
  db: Db,
  {
    hostCode,
    node,
    password,
  }: { readonly hostCode: HostCode; readonly node: string; readonly password: string },
): Promise<void> {
  const host = await db
    .selectFrom('host')
    .select(['account_code', 'host_name'])
    .where('code', '=', hostCode)
    .executeTakeFirst();
  if (!host) throw new Refusal('host-gone');
  await db
    .insertInto('backup_repository')
    .values({ host_code: hostCode, ...host, node, password })
    .onConflict((conflict) => conflict.column('host_code').doNothing())
    .execute();
}

/** A missing repository that should hold points is damage, not a reason to create an empty one. */
export async function refuseIfPointsExist(db: Db, hostCode: HostCode): Promise<void> {
  const point = await db
    .selectFrom('backup_point')
    .select('id')
    .where('host_code', '=', hostCode)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  if (point) throw new Refusal('backup-config-lost');
}

export const isDamage = (error: unknown): boolean =>
  isRefusal(error) && ['backup-damaged', 'backup-config-lost'].includes(error.reason);

/** Records the result of a full check of the repository. */
export const recordCheck = (
  { db, now }: { readonly db: Db; readonly now: () => number },
  hostCode: HostCode,
  damaged: boolean,
) =>
  db
    .updateTable('backup_repository')
    .set({ damaged, checked_at: new Date(now()) })
    .where('host_code', '=', hostCode)
    .execute();

const setDamaged = (db: Db, hostCode: HostCode, damaged: boolean) =>
  db.updateTable('backup_repository').set({ damaged }).where('host_code', '=', hostCode).execute();

/** If the error is damage to the repository, shows it to the owner, together with the offer to repair it. */
export async function recordDamage(
  { db }: { readonly db: Db },
  hostCode: HostCode,
  error: unknown,
): Promise<void> {
  if (isDamage(error)) await setDamaged(db, hostCode, true);
}

/** Called before an empty repository replaces a damaged one. */
export async function clearDamage(db: Db, hostCode: HostCode): Promise<void> {
  await setDamaged(db, hostCode, false);
}
