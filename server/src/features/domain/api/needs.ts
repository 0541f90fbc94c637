import { needOf, shownDomain } from '@sitedeck/contract';
import type { NeedSource } from '#sites/api/need-source';
import type { Db } from '#state/db';

/** The first domain that does not point here, by its last check; the page lists them all. */
export const domainNeeds =
  (db: Db): NeedSource =>
  async ({ hostCode }, locale) => {
    const rows = await db
      .selectFrom('domain')
      .select(['name', 'dns'])
      .where('host_code', '=', hostCode)
      .orderBy('is_primary', 'desc')
      .orderBy('created_at')
      .execute();
    const first = rows.find(({ dns }) => dns?.state === 'elsewhere' || dns?.state === 'nowhere');
    if (!first) return [];
    return [
      needOf('domain-elsewhere', { tone: 'warning', locale, values: { domain: shownDomain(first.name) } }),
    ];
  };
