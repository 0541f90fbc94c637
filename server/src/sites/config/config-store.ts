import { SiteConfig, type ConfigDifference, type HostCode, type Role } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { storedJson } from '#state/stored-json';
import { configDifferences } from './config-difference';

/** Versions kept per host; the oldest are removed. */
const VERSIONS_KEPT = 200;

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

/** Who created a version, and with which call. */
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

/** The version in force, or the requested one; undefined if the version or the host is gone. */
export async function readSiteConfig(
  db: Db,
  hostCode: HostCode,
  version?: number,
): Promise<HistoryRow | undefined> {
  const query = ofHost(db, hostCode).orderBy('version', 'desc').limit(1);
  const row = await (version === undefined ? query : query.where('version', '=', version)).executeTakeFirst();
  return row && versionOf(row);
}

/** A version in the history, and what it changed. */
export interface HistoryEntry extends Omit<HistoryRow, 'document'> {
  readonly differences: readonly ConfigDifference[];
}

/**
 * Lists versions, newest first. Holds only two documents in memory at a time: each may be large, and there
 * may be hundreds.
 */
export async function listSiteConfigs(
  db: Db,
  hostCode: HostCode,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ readonly versions: readonly HistoryEntry[]; readonly total: number }> {
  const { total, newest } = await db
    .selectFrom('site_config')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.max('version').as('newest')])
    .where('host_code', '=', hostCode)
    .executeTakeFirstOrThrow();
  const versions: HistoryEntry[] = [];
  // Versions are numbered without gaps, and the oldest ones are removed.
  const first = newest - (page - 1) * size;
  let row = await readSiteConfig(db, hostCode, first);
  while (row && versions.length < size) {
    const before = await readSiteConfig(db, hostCode, row.version - 1);
    const { document, ...entry } = row;
    versions.push({ ...entry, differences: before ? configDifferences(before.document, document) : [] });
    row = before;
  }
  return { versions, total };
}

/**
 * Adds a version after the one that the change was based on.
 * @returns false if another change came first: read again
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
