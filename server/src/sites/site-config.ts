import { z } from 'zod';
import { LANGUAGES, type HostCode } from '@sitedeck/contract';
import type { Db } from '../state/db';

/** Everything that is set for a host, in one document; each change is a new version. */
export const SiteConfig = z.object({
  language: z.enum(LANGUAGES),
  /** Default documents in order: file names, no path. */
  documents: z
    .array(z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/))
    .min(1)
    .max(30),
});
export type SiteConfig = z.infer<typeof SiteConfig>;

export interface SiteConfigVersion {
  readonly version: number;
  readonly document: SiteConfig;
}

/** The version in force; undefined where the host is gone. */
export async function readSiteConfig(db: Db, hostCode: HostCode): Promise<SiteConfigVersion | undefined> {
  const row = await db
    .selectFrom('site_config')
    .select(['version', 'document'])
    .where('host_code', '=', hostCode)
    .orderBy('version', 'desc')
    .executeTakeFirst();
  return row && { version: row.version, document: SiteConfig.parse(row.document) };
}

/**
 * Adds a version after the one the change was made from.
 * @returns false where somebody else was faster: read again
 */
export async function addSiteConfig(
  db: Db,
  hostCode: HostCode,
  change: { after: number; document: SiteConfig; operator: string },
): Promise<boolean> {
  const row = await db
    .insertInto('site_config')
    .values({
      host_code: hostCode,
      version: change.after + 1,
      document: JSON.stringify(SiteConfig.parse(change.document)),
      operator: change.operator,
    })
    .onConflict((conflict) => conflict.columns(['host_code', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst();
  return row !== undefined;
}
