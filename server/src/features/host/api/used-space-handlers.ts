import { setTimeout as sleep } from 'node:timers/promises';
import type { consoleCalls, HostCode, UsedSpace } from '@sitedeck/contract';
import { callerGone } from '#api/calls/caller-gone';
import type { Handlers } from '#api/calls/handlers';
import { readDatabaseFacts } from '#sites/host-database';
import { readDiskUsage, storeDiskUsage, type DiskUsage } from '#sites/disk-usage';
import type { HostFacts } from '#sites/host-scope';
import type { Db } from '#state/db';
import type { TreeSize } from '#files/link/protocol';
import { SharedWork } from '#system/concurrency/shared-work';
import { endOfHour, hourOf, readMailUse, usedIn, type MailFacts } from '#system/mail/mail-use';
import { readTraffic } from '#sites/api/traffic';
import type { VisitParts } from './visit-handlers';

type Calls = Pick<typeof consoleCalls, 'vhostUsedSpace'>;

/** Longest wait of a caller for a fresh figure, ms; then it gets the last one. */
const WAIT_MS = 10_000;

export interface UsedSpaceParts extends VisitParts {
  readonly db: Db;
  readonly measure: (host: HostFacts, signal: AbortSignal) => Promise<TreeSize>;
  /** Has the node measure the database and store the result. */
  readonly measureDatabase: (hostCode: HostCode) => Promise<unknown>;
  /** Undefined in tests without mail. */
  readonly mail?: MailFacts | undefined;
  /** Replaces `WAIT_MS`. */
  readonly waitMs?: number | undefined;
}

/** Undefined if the host has no database, or the engine has not created it yet. */
async function databaseSpace(db: Db, hostCode: HostCode): Promise<UsedSpace['database']> {
  const facts = await readDatabaseFacts(db, hostCode);
  return facts?.made === true ? { used: facts.bytes, quota: facts.quota } : undefined;
}

/** Undefined if no mail is sent for sites, so there is nothing to count. */
async function mailOf({ mail, now }: UsedSpaceParts, host: HostFacts): Promise<UsedSpace['mail']> {
  if (mail?.hasRelay !== true) return undefined;
  const hour = hourOf(now());
  return {
    used: usedIn(await readMailUse(mail.folders.counts, host.code), hour),
    limit: host.mails_per_hour ?? mail.perHour,
    until: new Date(endOfHour(hour)).toISOString(),
  };
}

export function usedSpaceHandlers(parts: UsedSpaceParts): Handlers<Calls> {
  const { db, now, measure, measureDatabase, countVisits, waitMs = WAIT_MS } = parts;
  const sweeps = new SharedWork<DiskUsage>();

  const sweep = async (host: HostFacts, signal: AbortSignal): Promise<DiskUsage> => {
    const measuredAt = new Date(now());
    const usage = { measuredAt, ...(await measure(host, signal)) };
    signal.throwIfAborted();
    await storeDiskUsage(db, host.code, usage);
    return usage;
  };
  const measured = async (host: HostFacts, gone: AbortSignal): Promise<DiskUsage | undefined> => {
    const signal = AbortSignal.any([gone, AbortSignal.timeout(waitMs)]);
    try {
      return await sweeps.join(host.code, (stop) => sweep(host, stop), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      return readDiskUsage(db, host.code);
    }
  };
  /** Ignores failures and stops waiting after the time limit: the last figure then stays. */
  const inTime = (work: Promise<unknown>): Promise<unknown> =>
    Promise.race([work.catch(() => undefined), sleep(waitMs, undefined, { ref: false })]);

  return {
    vhostUsedSpace: async ({ body: { fresh } }, context) => {
      const { host } = context.scope;
      const [disk] = fresh
        ? await Promise.all([
            measured(host, callerGone(context)),
            inTime(countVisits(host.code)),
            inTime(measureDatabase(host.code)),
          ])
        : [await readDiskUsage(db, host.code)];
      const database = await databaseSpace(db, host.code);
      const mail = await mailOf(parts, host);
      const traffic = await readTraffic(db, host.code, now());
      return {
        disk: {
          used: disk?.bytes ?? null,
          files: disk?.files ?? null,
          quota: host.disk_quota,
          measuredAt: disk?.measuredAt.toISOString() ?? null,
        },
        ...(database && { database }),
        ...(mail && { mail }),
        traffic: { used: traffic.used, quota: host.traffic_quota, since: traffic.since.toISOString() },
      };
    },
  };
}
