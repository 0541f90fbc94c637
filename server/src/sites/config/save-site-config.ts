import type { HostCode, SiteConfig } from '@sitedeck/contract';
import type { ApplyReport } from '#links/worker-protocol';
import type { Db } from '#state/db';
import { isRefusal, Refusal } from '#faults/refusal';
import { makeBatches, type BatchItem } from '#system/concurrency/batches';
import { addSiteConfig, readSiteConfig, type ConfigAuthor, type HistoryRow } from './config-store';

/** One change of a site's configuration. */
interface ConfigChange {
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

type WaitingChange = BatchItem<ConfigChange, number>;

/** The engines of the node that serves the host. */
export interface SiteEngines {
  /** Checks a host's next configuration, without changing anything. Refuses with `config-refused`. */
  checkSite(hostCode: HostCode, document: SiteConfig): Promise<void>;
  /**
   * Renders and reloads the configuration. Refuses with `config-refused` if the engines reject this host's new
   * state.
   */
  applySites(hostCode: HostCode): Promise<void>;
}

/**
 * Refuses with the engine's message if it rejects this host's configuration; the last good one stays in
 * force.
 */
export function checkOwn(hostCode: HostCode, { refused }: Pick<ApplyReport, 'refused'>): void {
  const own = refused.find((host) => host.hostCode === hostCode);
  if (own) throw new Refusal('config-refused', { values: { engine: 'nginx', detail: own.reason } });
}

interface Parts {
  readonly db: Db;
  readonly work: SiteEngines;
  /** The newest version. Refuses with `host-gone`. */
  readonly read: (hostCode: HostCode) => Promise<HistoryRow>;
}

/**
 * One change, and what it makes of the version before it; `version` is that one if nothing changes, or if the change
 * is impossible.
 */
interface Step {
  readonly waiting: WaitingChange;
  readonly document: SiteConfig;
  readonly version: number;
  readonly isNew: boolean;
  /** Why the change is impossible. It holds only once the steps before are stored, since they may be the reason. */
  readonly refused?: { readonly error: unknown };
}

/** How often changes are tried again after a change by another process came first. */
const TRIES = 5;
/** Checks of a batch at the same time; the node runs no more of one host. */
const CHECKS_AT_ONCE = 3;

/** Size limit of a document, bytes: every version of it is stored. */
const DOCUMENT_MAX = 512 * 1024;

function refuseLarge(document: SiteConfig): void {
  if (Buffer.byteLength(JSON.stringify(document)) > DOCUMENT_MAX)
    throw new Refusal('config-too-large', { values: { limit: DOCUMENT_MAX / 1024 } });
}

const same = (a: SiteConfig, b: SiteConfig): boolean => JSON.stringify(a) === JSON.stringify(b);

function stepFrom(now: Pick<Step, 'document' | 'version'>, waiting: WaitingChange): Step {
  const { base, change } = waiting.item;
  if (base !== undefined && base !== now.version) throw new Refusal('config-newer');
  const document = change(now.document, now.version);
  if (same(document, now.document)) return { waiting, ...now, isNew: false };
  refuseLarge(document);
  return { waiting, document, version: now.version + 1, isNew: true };
}

/** Each change on top of the one before it. */
function stepsOf(now: HistoryRow, batch: readonly WaitingChange[]): readonly Step[] {
  const steps: Step[] = [];
  for (const waiting of batch) {
    const { document, version } = steps.at(-1) ?? now;
    try {
      steps.push(stepFrom({ document, version }, waiting));
    } catch (error) {
      steps.push({ waiting, document, version, isNew: false, refused: { error } });
    }
  }
  return steps;
}

function settle({ waiting, version, refused }: Step): void {
  if (refused) waiting.reject(refused.error);
  else waiting.resolve(version);
}

/** Saves changes of one host: each checked and stored as its own version, all of them applied together. */
function batchOfChanges({ db, work, read }: Parts) {
  /** Number of steps before the first one that the engines refuse, which is rejected. */
  const checked = async (hostCode: HostCode, steps: readonly Step[]): Promise<number> => {
    for (let begun = 0; begun < steps.length; begun += CHECKS_AT_ONCE) {
      const some = steps.slice(begun, begun + CHECKS_AT_ONCE);
      const checks = some.map(async ({ document, isNew }) => isNew && work.checkSite(hostCode, document));
      const results = await Promise.allSettled(checks);
      for (const [index, result] of results.entries()) {
        if (result.status === 'fulfilled') continue;
        some[index]?.waiting.reject(result.reason);
        return begun + index;
      }
    }
    return steps.length;
  };

  /** Number of steps that were stored before a change by another process came first. */
  const stored = async (hostCode: HostCode, steps: readonly Step[]): Promise<number> => {
    for (const [index, { waiting, document, version, isNew }] of steps.entries()) {
      const { author } = waiting.item;
      if (isNew && !(await addSiteConfig(db, hostCode, { after: version - 1, document, author })))
        return index;
    }
    return steps.length;
  };

  /**
   * The engines accepted these documents alone but rejected the last one together with all sites: stores the
   * one before them as the newest version.
   */
  const takeBack = async ({ waiting, version }: Step, { document }: HistoryRow) => {
    const { hostCode, author } = waiting.item;
    await addSiteConfig(db, hostCode, {
      after: version,
      document,
      author: { ...author, action: 'takeBack' },
    });
  };

  const apply = async (hostCode: HostCode, steps: readonly Step[], before: HistoryRow): Promise<void> => {
    const last = steps.findLast(({ isNew }) => isNew);
    try {
      if (last) await work.applySites(hostCode);
      for (const step of steps) settle(step);
    } catch (error) {
      if (last && isRefusal(error) && error.reason === 'config-refused') await takeBack(last, before);
      for (const { waiting, refused } of steps) waiting.reject(refused ? refused.error : error);
    }
  };

  return async (hostCode: HostCode, batch: readonly WaitingChange[]): Promise<void> => {
    let left = batch;
    for (let tries = 0; left.length > 0 && tries < TRIES;) {
      const now = await read(hostCode);
      const steps = stepsOf(now, left);
      const fit = await checked(hostCode, steps);
      const made = await stored(hostCode, steps.slice(0, fit));
      await apply(hostCode, steps.slice(0, made), now);
      // A refused step is settled; those behind it are built again without it.
      if (made < fit) tries += 1;
      left = steps.slice(made < fit ? made : fit + 1).map(({ waiting }) => waiting);
    }
    for (const { reject } of left) reject(new Refusal('conflict'));
  };
}

export function makeSiteSettings({ db, work }: Omit<Parts, 'read'>): SiteSettings {
  const read = async (hostCode: HostCode, version?: number): Promise<HistoryRow> => {
    const found = await readSiteConfig(db, hostCode, version);
    if (!found) throw new Refusal(version === undefined ? 'host-gone' : 'config-version-gone');
    return found;
  };

  const save = makeBatches(batchOfChanges({ db, work, read }));
  return { read, change: (change) => save(change.hostCode, change) };
}
