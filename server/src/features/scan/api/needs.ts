import { needOf } from '@sitedeck/contract';
import type { NeedSource } from '#sites/api/need-source';
import type { Db } from '#state/db';
import { countFiles } from '../scan-store';

/** Web shells that wait for the owner. */
export const scanNeeds =
  (db: Db): NeedSource =>
  async ({ hostCode }, locale) => {
    const { open } = await countFiles(db, hostCode);
    if (open.high === 0) return [];
    return [needOf('scan-found', { tone: 'error', locale, values: { count: open.high } })];
  };
