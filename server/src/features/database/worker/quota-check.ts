import { storeDatabase, type DatabaseFacts } from '#sites/host-database';
import type { Db } from '#state/db';
import { applyRights, shareRoutines, type Access } from '#system/mariadb/accounts/host-accounts';
import { engineCode, type Connection } from '#system/mariadb/connection/connection';
import { innodbBytes, nonInnodbBytes, measureSize, type DatabaseSize } from '#system/mariadb/monitor/size';

interface QuotaCheckParts {
  readonly db: Db;
  readonly now: () => number;
  /** The server's data folder; undefined if the server runs on another machine. */
  readonly dataFolder: string | undefined;
  /** Rights of the host's user, regardless of the quota. */
  readonly access: Access;
}

/** If the server doesn't finish measuring the tables in time, at least the size of their files counts. */
async function measuredSize(
  admin: Connection,
  { access: { name }, tables }: DatabaseFacts,
  dataFolder: string | undefined,
): Promise<DatabaseSize> {
  return measureSize(admin, name, dataFolder).catch(async (error: unknown) => {
    if (engineCode(error) !== 'ER_STATEMENT_TIMEOUT') throw error;
    const bytes = (await innodbBytes(admin, name)) + (await nonInnodbBytes(name, dataFolder));
    return { bytes, tables: tables ?? 0 };
  });
}

/** Measures a database, and revokes write privileges on it while it is over its quota. */
export async function checkQuota(
  admin: Connection,
  facts: DatabaseFacts,
  parts: QuotaCheckParts,
): Promise<void> {
  const { hostCode, access, quota } = facts;
  await shareRoutines(admin, access);
  const { bytes, tables } = await measuredSize(admin, facts, parts.dataFolder);
  const overQuota = quota !== null && bytes > quota;
  // Change the rights before the row, so that the row never claims more than is in force.
  if (overQuota !== facts.overQuota) await applyRights(admin, access, { ...parts.access, overQuota });
  const measured = { bytes, tables, at: new Date(parts.now()) };
  await storeDatabase(parts.db, hostCode, { overQuota, measured });
}
