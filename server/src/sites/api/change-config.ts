import type { HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import { makeBatches } from '#system/concurrency/batches';
import { batchOfChanges, type ConfigChange } from './change-batch';
import { readSiteConfig, type HistoryRow } from './config-store';
import type { NodeWork } from './node-work';

export interface SiteSettings {
  /** Refuses with `host-gone`. */
  read(hostCode: HostCode, version?: number): Promise<HistoryRow>;
  /**
   * Has the engines check the new document, stores it as a version and applies it; returns the version in
   * force. Refuses with `config-newer` if `base` is no longer the newest version, and with `config-refused` and the
   * engine's message; in both cases nothing is stored. If the node does not answer (engine-down), nothing is
   * stored either, unless it failed in the very last step. Changes of a host that come while one is saved are
   * stored one by one and applied together.
   */
  change(change: ConfigChange): Promise<number>;
}

export function makeSiteSettings({
  db,
  work,
}: {
  readonly db: Db;
  readonly work: Pick<NodeWork, 'check' | 'apply'>;
}): SiteSettings {
  const read = async (hostCode: HostCode, version?: number): Promise<HistoryRow> => {
    const found = await readSiteConfig(db, hostCode, version);
    if (!found) throw new Refusal(version === undefined ? 'host-gone' : 'config-version-gone');
    return found;
  };

  const saveTogether = batchOfChanges({ db, work, read });
  const save = makeBatches(saveTogether);
  return { read, change: (change) => save(change.hostCode, change) };
}
