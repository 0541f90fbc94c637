import type { HostCode } from '@sitedeck/contract';
import { trafficSince } from '#sites/api/traffic';
import type { Db } from '#state/db';
import { countedTo } from './visits';

export interface Traffic {
  /** Bytes sent to visitors; null where nothing was counted yet. */
  readonly used: number | null;
  readonly since: Date;
}

/** Of the month that `now` (ms) lies in, UTC. */
export async function readTraffic(db: Db, hostCode: HostCode, now: number): Promise<Traffic> {
  const today = new Date(now);
  const since = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1));
  const isCounted = (await countedTo(db, hostCode)) !== null;
  return { used: isCounted ? await trafficSince(db, hostCode, since) : null, since };
}
