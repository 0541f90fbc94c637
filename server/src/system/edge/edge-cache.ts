import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CdnPurge, CdnQuery, HostCode } from '@sitedeck/contract';
import { makeFairQueue } from '#system/concurrency/queue';
import { digestFile, edgeFolders, hostOfEntry } from './edge-folders';
import { cacheSize, hasOversizedPage, removePages, type CachedPage } from './cache-files';
import { purgeMatcher } from './cached-url';
import { RecentPurges } from './recent-purges';

/** Scans of caches at the same time, and scans of one host that may run or wait. */
const SCANS_AT_ONCE = 2;
const SCANS_PER_HOST = 10;
/**
 * A page that was requested before a purge may be stored after it. Two more scans remove such pages, this long after the
 * purge, ms. Purges in quick succession share them.
 */
const FIRST_RESCAN_MS = 5000;
const LAST_RESCAN_MS = 60_000;

export interface EdgeCacheOptions {
  /** Folder with the caches of all hosts. */
  readonly folder: string;
  readonly onFailed: (err: unknown, hostCode: HostCode) => void;
}

/** The cached pages of a node's edge tier, which are files of nginx. Runs as root, in the worker. */
export class EdgeCache {
  private readonly inTurn = makeFairQueue(SCANS_AT_ONCE, SCANS_PER_HOST);
  /** Purges of the last minute. */
  private readonly recent: RecentPurges;
  private readonly rescans = new Map<string, NodeJS.Timeout>();

  constructor(private readonly options: EdgeCacheOptions) {
    this.recent = new RecentPurges(options.folder);
  }

  /** Completes the purges of a killed worker. */
  async resume(): Promise<void> {
    for (const hostCode of this.recent.load())
      await this.rescan(hostCode).catch((err: unknown) => this.options.onFailed(err, hostCode));
  }

  /** Removes pages of a host and returns their number. Refuses with `too-many-at-once`. */
  async purge(hostCode: HostCode, purge: CdnPurge, policy: CdnQuery): Promise<number> {
    const matches = purgeMatcher(purge, policy);
    const at = Date.now() / 1000;
    return this.inTurn(hostCode, async () => {
      this.recent.add(hostCode, { purge, policy, at });
      for (const ms of [FIRST_RESCAN_MS, LAST_RESCAN_MS]) this.scheduleRescan(hostCode, ms);
      return this.removeFrom(hostCode, ({ url }) => matches(url));
    });
  }

  purgeAll(hostCode: HostCode): Promise<number> {
    return this.purge(hostCode, { is: 'all' }, { is: 'all' });
  }

  /** Removes cached replies by their path, in all variants. */
  removePaths(hostCode: HostCode, matches: (path: string) => boolean): Promise<number> {
    return this.scan(hostCode, ({ url }) => matches(url.path));
  }

  /** Bytes on disk. */
  size(hostCode: HostCode): Promise<number> {
    return this.inTurn(hostCode, async () => {
      let bytes = 0;
      for (const folder of edgeFolders(this.options.folder, hostCode)) bytes += await cacheSize(folder);
      return bytes;
    });
  }

  /**
   * Removes outdated caches, given the site digest of each host with an edge: those of all other hosts, and those of hosts
   * whose digest has changed. A digest is stored after the purge, so that the next call repeats a purge that failed or
   * was killed.
   */
  async purgeOutdated(digests: ReadonlyMap<HostCode, string>): Promise<void> {
    await this.keepOnly(new Set(digests.keys()));
    for (const [hostCode, digest] of digests) {
      const file = digestFile(this.options.folder, hostCode);
      if ((await readFile(file, 'utf8').catch(() => undefined)) === digest) continue;
      try {
        await this.purgeAll(hostCode);
        await writeFile(file, digest, { mode: 0o600 });
      } catch (err) {
        this.options.onFailed(err, hostCode);
      }
    }
  }

  /** Hosts whose site is sending a page larger than `limit` bytes: an endless one would fill the disk. */
  async hostsWithOversizedPage(limit: number): Promise<readonly string[]> {
    const names = await readdir(this.options.folder).catch(() => []);
    const found = new Set<string>();
    for (const name of names)
      if (await hasOversizedPage(join(this.options.folder, name), limit)) found.add(hostOfEntry(name));
    return [...found];
  }

  private async keepOnly(hosts: ReadonlySet<string>): Promise<void> {
    const names = await readdir(this.options.folder).catch(() => []);
    for (const name of names)
      if (!hosts.has(hostOfEntry(name)))
        await rm(join(this.options.folder, name), { recursive: true, force: true });
  }

  stop(): void {
    for (const timer of this.rescans.values()) clearTimeout(timer);
    this.rescans.clear();
  }

  private scan(hostCode: HostCode, matches: (page: CachedPage) => boolean): Promise<number> {
    return this.inTurn(hostCode, () => this.removeFrom(hostCode, matches));
  }

  private async removeFrom(hostCode: HostCode, matches: (page: CachedPage) => boolean): Promise<number> {
    let removed = 0;
    for (const folder of edgeFolders(this.options.folder, hostCode))
      removed += await removePages(folder, matches);
    return removed;
  }

  private scheduleRescan(hostCode: HostCode, ms: number): void {
    const key = `${hostCode} ${ms}`;
    if (this.rescans.has(key)) return;
    const start = () => {
      this.rescans.delete(key);
      void this.rescan(hostCode).catch((err: unknown) => this.options.onFailed(err, hostCode));
    };
    this.rescans.set(key, setTimeout(start, ms).unref());
  }

  /** Removes pages that were requested before a recent purge and stored after it. */
  private async rescan(hostCode: HostCode): Promise<void> {
    const purges = this.recent.of(hostCode);
    const due = purges.map(({ purge, policy, at }) => ({ matches: purgeMatcher(purge, policy), at }));
    const last = Date.now() / 1000 - LAST_RESCAN_MS / 1000;
    try {
      await this.scan(hostCode, ({ url, requestedAt }) =>
        due.some(({ matches, at }) => requestedAt <= at && matches(url)),
      );
      this.recent.drop(
        hostCode,
        purges.filter(({ at }) => at <= last),
      );
    } finally {
      if (this.recent.of(hostCode).length > 0) this.scheduleRescan(hostCode, LAST_RESCAN_MS);
    }
  }
}
