import type { HostCode, SiteConfig } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { isRefusal, Refusal } from '#faults/refusal';
import { addSiteConfig, readSiteConfig, type ConfigAuthor, type HistoryRow } from './config-store';
import type { NodeWork } from './node-work';

/** One change of a site's configuration. */
export interface ConfigChange {
  readonly hostCode: HostCode;
  readonly author: ConfigAuthor;
  /** The version that the user edited; undefined if the change does not depend on the current settings. */
  readonly base?: number | undefined;
  /**
   * Returns the changed document, or the same one if nothing is to be done. Throws a refusal if the change is
   * impossible.
   */
  readonly change: (document: SiteConfig, version: number) => SiteConfig;
}

export interface SiteSettings {
  /** Refuses host-gone. */
  read(hostCode: HostCode, version?: number): Promise<HistoryRow>;
  /**
   * Has the engines check the new document, stores it as a version and applies it; returns the version in
   * force. Refuses config-newer if `base` is no longer the newest version, and config-refused with the
   * engine's message; in both cases nothing is stored. If the node does not answer (engine-down), nothing is
   * stored either, unless it failed in the very last step.
   */
  change(change: ConfigChange): Promise<number>;
}

/** How often a change is tried again after a concurrent change came first. */
const TRIES = 5;

/** Size limit of a document, bytes: every version of it is stored. */
const DOCUMENT_MAX = 512 * 1024;

function refuseLarge(document: SiteConfig): void {
  if (Buffer.byteLength(JSON.stringify(document)) > DOCUMENT_MAX)
    throw new Refusal('config-too-large', { values: { limit: DOCUMENT_MAX / 1024 } });
}

const same = (a: SiteConfig, b: SiteConfig): boolean => JSON.stringify(a) === JSON.stringify(b);

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

  /**
   * The engine accepted this document alone but rejected it together with all sites: stores the previous one
   * as the newest version.
   */
  const takeBack = async (change: ConfigChange, { version }: HistoryRow, document: SiteConfig) => {
    await addSiteConfig(db, change.hostCode, {
      after: version + 1,
      document,
      author: { ...change.author, action: 'takeBack' },
    });
  };

  const put = async (change: ConfigChange, now: HistoryRow): Promise<number | undefined> => {
    const { hostCode, author } = change;
    const document = change.change(now.document, now.version);
    if (same(document, now.document)) return now.version;
    refuseLarge(document);
    await work.check(hostCode, document);
    if (!(await addSiteConfig(db, hostCode, { after: now.version, document, author }))) return undefined;
    await work.apply(hostCode).catch(async (error: unknown) => {
      if (isRefusal(error) && error.reason === 'config-refused') await takeBack(change, now, now.document);
      throw error;
    });
    return now.version + 1;
  };

  return {
    read,
    change: async (change) => {
      for (let tried = 0; tried < TRIES; tried++) {
        const now = await read(change.hostCode);
        if (change.base !== undefined && change.base !== now.version) throw new Refusal('config-newer');
        const version = await put(change, now);
        if (version !== undefined) return version;
      }
      throw new Refusal('conflict');
    },
  };
}
