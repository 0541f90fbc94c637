import { needOf, SHARE_HIT_MS, type Language, type Locale, type Need } from '@sitedeck/contract';
import type { NeedSource } from '#sites/api/need-source';
import { programName } from '#sites/api/program-name';
import { readDiskUsage } from '#sites/disk-usage';
import { readDatabaseFacts } from '#sites/host-database';
import { readShareHits, type ShareHit } from '#sites/share-hits';
import type { Db } from '#state/db';
import { runtimeOf, type ReadRuntimes } from './runtime';
import { readTraffic } from '#sites/api/traffic';

/** Percentages of a quota from which Home shows a notice, and a warning. */
const WARNING_PERCENT = 80;
const ERROR_PERCENT = 95;

/** A site that its owner closed. A suspended host has no needs: its Home shows only the banner. */
export const statusNeeds: NeedSource = ({ host }, locale) => {
  const closed = host.service_status === 'CLOSED';
  return Promise.resolve(closed ? [needOf('site-closed', { tone: 'info', locale })] : []);
};

function percentOf(used: number | null | undefined, quota: number | null): number {
  if (quota === null || used === null || used === undefined || used === 0) return 0;
  return quota === 0 ? 100 : Math.floor((used * 100) / quota);
}

function quotaNeed(
  reason: 'disk-quota' | 'database-quota' | 'traffic-quota',
  percent: number,
  locale: Locale,
): Need[] {
  if (percent < WARNING_PERCENT) return [];
  const tone = percent < ERROR_PERCENT ? 'warning' : 'error';
  return [needOf(reason, { tone, locale, values: { percent } })];
}

/** Quotas that are nearly used up. */
export const quotaNeeds =
  (db: Db, now: () => number): NeedSource =>
  async ({ host }, locale) => {
    const [disk, database, traffic] = await Promise.all([
      readDiskUsage(db, host.code),
      readDatabaseFacts(db, host.code),
      readTraffic(db, host.code, now()),
    ]);
    return [
      ...quotaNeed('disk-quota', percentOf(disk?.bytes, host.disk_quota), locale),
      ...quotaNeed('database-quota', percentOf(database?.bytes, host.database_quota), locale),
      ...quotaNeed('traffic-quota', percentOf(traffic.used, host.traffic_quota), locale),
    ];
  };

/** Reports that the runtime for the site's language is not installed on its node. */
export const runtimeNeeds =
  (request: ReadRuntimes): NeedSource =>
  async ({ host }, locale) => {
    const runtime = await runtimeOf(host.language, request);
    if (runtime.is !== 'missing') return [];
    return [needOf('engine-missing', { tone: 'error', locale, values: { engine: runtime.engine } })];
  };

const MIB = 1024 ** 2;

/** Where owners set what their programs use, and see what went wrong. */
const PROGRAM_PAGES: Readonly<Record<Language, string>> = {
  PHP: '/hostEnvSet/php',
  NET: '/hostEnvSet/dNet',
  HTML: '/hostEnvSet/cron',
};

function shareNeed({ resource, program, limit_value, at }: ShareHit, facts: NeedReader): Need {
  if (resource === 'processes')
    return needOf('share-processes', { ...facts, tone: 'warning', at, values: { limit: limit_value } });
  const limit = Math.round(limit_value / MIB);
  return program === null
    ? needOf('share-memory-some', { ...facts, tone: 'warning', at, values: { limit } })
    : needOf('share-memory', {
        ...facts,
        tone: 'warning',
        at,
        values: { limit, program: programName(program) },
      });
}

/** Who reads a need, and the page that helps. */
interface NeedReader {
  readonly locale: Locale;
  readonly path: string;
}

/** Limits that the programs of the host reached lately. */
export const shareNeeds =
  (db: Db, now: () => number): NeedSource =>
  async ({ host }, locale) => {
    const hits = await readShareHits(db, host.code);
    const reader = { locale, path: PROGRAM_PAGES[host.language] };
    return hits.filter(({ at }) => at.getTime() > now() - SHARE_HIT_MS).map((hit) => shareNeed(hit, reader));
  };
