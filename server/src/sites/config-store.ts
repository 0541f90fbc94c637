import { SiteConfig, type HostCode, type Role } from '@sitedeck/contract';
import type { Db } from '../state/db';
import { storedJson } from '../state/stored-json';

/** Kept of each host, newest first. */
const VERSIONS_KEPT = 500;

export interface SiteConfigVersion {
  readonly version: number;
  readonly document: SiteConfig;
  readonly operator: string;
  readonly at: Date;
}

export interface HistoryRow extends SiteConfigVersion {
  readonly role: Role | null;
  readonly action: string;
}

/** Who makes a version, and by which call. */
export interface ConfigAuthor {
  readonly operator: string;
  readonly role: Role | null;
  readonly action: string;
}

const COLUMNS = ['version', 'document', 'operator', 'role', 'action', 'created_at'] as const;

interface Row {
  readonly version: number;
  readonly document: unknown;
  readonly operator: string;
  readonly role: Role | null;
  readonly action: string;
  readonly created_at: Date;
}

const versionOf = ({ created_at: at, document, ...row }: Row): HistoryRow => ({
  ...row,
  at,
  document: SiteConfig.parse(document),
});

const ofHost = (db: Db, hostCode: HostCode) =>
  db.selectFrom('site_config').select(COLUMNS).where('host_code', '=', hostCode);

/** The version in force, or the one asked for; undefined where it, or the host, is gone. */
export async function readSiteConfig(
  db: Db,
  hostCode: HostCode,
  version?: number,
): Promise<HistoryRow | undefined> {
  const query = ofHost(db, hostCode).orderBy('version', 'desc').limit(1);
  const row = await (version === undefined ? query : query.where('version', '=', version)).executeTakeFirst();
  return row && versionOf(row);
}

/** Newest first; one more than asked for where there is an older one, to compare the last with. */
export async function listSiteConfigs(
  db: Db,
  hostCode: HostCode,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ readonly rows: readonly HistoryRow[]; readonly total: number }> {
  const offset = (page - 1) * size;
  const rows = await ofHost(db, hostCode)
    .orderBy('version', 'desc')
    .offset(offset)
    .limit(size + 1)
    .execute();
  const { total } = await db
    .selectFrom('site_config')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('host_code', '=', hostCode)
    .executeTakeFirstOrThrow();
  return { rows: rows.map(versionOf), total: total };
}

/**
 * Adds a version after the one the change was made from.
 * @returns false where somebody else was faster: read again
 */
export async function addSiteConfig(
  db: Db,
  hostCode: HostCode,
  change: { readonly after: number; readonly document: SiteConfig; readonly author: ConfigAuthor },
): Promise<boolean> {
  const version = change.after + 1;
  const row = await db
    .insertInto('site_config')
    .values({
      host_code: hostCode,
      version,
      document: storedJson(SiteConfig.parse(change.document)),
      ...change.author,
    })
    .onConflict((conflict) => conflict.columns(['host_code', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst();
  if (!row) return false;
  await db
    .deleteFrom('site_config')
    .where('host_code', '=', hostCode)
    .where('version', '<=', version - VERSIONS_KEPT)
    .execute();
  return true;
}
