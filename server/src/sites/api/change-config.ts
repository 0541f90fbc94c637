import type { HostCode, SiteConfig } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { isRefusal, Refusal } from '#faults/refusal';
import { addSiteConfig, readSiteConfig, type ConfigAuthor, type HistoryRow } from './config-store';
import type { NodeWork } from './hosts';

/** One change of a site's configuration. */
export interface ConfigChange {
  readonly hostCode: HostCode;
  readonly author: ConfigAuthor;
  /** Version the person looked at; undefined where the change is the same whatever is in force. */
  readonly base?: number | undefined;
  /** Throws a refusal where it can't be made. The same document: nothing is to be done. */
  readonly change: (document: SiteConfig, version: number) => SiteConfig;
}

export interface SiteSettings {
  /** Refuses host-gone. */
  read(hostCode: HostCode, version?: number): Promise<HistoryRow>;
  /**
   * Has the engines look at what would be, keeps it as a new version and puts it in force; answers the version in force.
   * Refuses config-newer where `base` is no longer the newest, config-refused with the engine's words: then nothing was
   * kept. Where the node does not answer (engine-down) nothing was kept, either, unless it went in the very last step.
   */
  change(change: ConfigChange): Promise<number>;
}

/** How often a change is applied again on top of another change that came in between. */
const TRIES = 5;

/** Of a whole document, bytes: every version of it is kept. */
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

  /** The engine accepted the candidate but refused it with all sites: stores the previous document as the newest version. */
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
