import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CdnPurge, CdnQuery, HostCode } from '@sitedeck/contract';
import { makeFairQueue } from '#system/concurrency/queue';
import { edgeFolders, hostOfEntry, markFile } from './edge-folders';
import { cacheSize, hasLargerPage, removePages, type CachedPage } from './cache-files';
import { purgeMatcher, type CachedAddress } from './cached-address';

/** Scans of caches at the same time, and those of one host that run or wait. */
const SCANS_AT_ONCE = 2;
const SCANS_OF_HOST = 10;
/**
 * A page whose fetch began before a purge may be stored after it. Two more passes remove such pages, ms after the purge;
 * purges that follow one another share them.
 */
const SOON_MS = 5000;
const LATE_MS = 60_000;

export interface EdgeCacheOptions {
  /** Folder of all hosts' caches. */
  readonly folder: string;
  readonly onFailed: (err: unknown, hostCode: HostCode) => void;
}

interface Purge {
  readonly matches: (address: CachedAddress) => boolean;
  /** s since 1970. */
  readonly at: number;
}

/** The pages that the edge tier of a node keeps, as nginx's files. Runs as root, in the worker. */
export class EdgeCache {
  private readonly inTurn = makeFairQueue(SCANS_AT_ONCE, SCANS_OF_HOST);
  /** Purges of the last minute, and the passes that are due. */
  private readonly recent = new Map<HostCode, Set<Purge>>();
  private readonly passes = new Map<string, NodeJS.Timeout>();

  constructor(private readonly options: EdgeCacheOptions) {}

  /**
   * Removes pages of a host, in force when this resolves; returns how many. Refuses with `too-many-at-once`.
   */
  async purge(hostCode: HostCode, purge: CdnPurge, policy: CdnQuery): Promise<number> {
    const matches = purgeMatcher(purge, policy);
    const at = Date.now() / 1000;
    const removed = await this.pass(hostCode, ({ address }) => matches(address));
    const recent = this.recent.get(hostCode) ?? new Set();
    this.recent.set(hostCode, recent.add({ matches, at }));
    for (const ms of [SOON_MS, LATE_MS]) this.schedule(hostCode, ms);
    return removed;
  }

  purgeAll(hostCode: HostCode): Promise<number> {
    return this.purge(hostCode, { is: 'all' }, { is: 'all' });
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
   * Removes what sites no longer answer: the caches of other hosts than these, and pages of a host whose mark is another
   * one. The mark is stored after its purge, so that the next call makes up for one that failed or was killed.
   */
  async follow(marks: ReadonlyMap<HostCode, string>): Promise<void> {
    await this.keepOnly(new Set(marks.keys()));
    for (const [hostCode, mark] of marks) {
      const file = markFile(this.options.folder, hostCode);
      if ((await readFile(file, 'utf8').catch(() => undefined)) === mark) continue;
      try {
        await this.purgeAll(hostCode);
        await writeFile(file, mark, { mode: 0o600 });
      } catch (err) {
        this.options.onFailed(err, hostCode);
      }
    }
  }

  /** Hosts whose site is sending a page larger than this, bytes: without an end it would fill the disk. */
  async hostsWithLargerPage(limit: number): Promise<readonly string[]> {
    const names = await readdir(this.options.folder).catch(() => []);
    const found = new Set<string>();
    for (const name of names)
      if (await hasLargerPage(join(this.options.folder, name), limit)) found.add(hostOfEntry(name));
    return [...found];
  }

  private async keepOnly(hosts: ReadonlySet<string>): Promise<void> {
    const names = await readdir(this.options.folder).catch(() => []);
    for (const name of names)
      if (!hosts.has(hostOfEntry(name)))
        await rm(join(this.options.folder, name), { recursive: true, force: true });
  }

  stop(): void {
    for (const timer of this.passes.values()) clearTimeout(timer);
    this.passes.clear();
  }

  private pass(hostCode: HostCode, isMeant: (page: CachedPage) => boolean): Promise<number> {
    return this.inTurn(hostCode, async () => {
      let removed = 0;
      for (const folder of edgeFolders(this.options.folder, hostCode))
        removed += await removePages(folder, isMeant);
      return removed;
    });
  }

  private schedule(hostCode: HostCode, ms: number): void {
    const key = `${hostCode} ${ms}`;
    if (this.passes.has(key)) return;
    const pass = () => {
      this.passes.delete(key);
      void this.passAgain(hostCode).catch((err: unknown) => this.options.onFailed(err, hostCode));
    };
    this.passes.set(key, setTimeout(pass, ms).unref());
  }

  private async passAgain(hostCode: HostCode): Promise<void> {
    const recent = this.recent.get(hostCode) ?? new Set();
    const due = [...recent];
    const last = Date.now() / 1000 - LATE_MS / 1000;
    try {
      await this.pass(hostCode, ({ address, askedAt }) =>
        due.some(({ matches, at }) => askedAt <= at && matches(address)),
      );
      for (const purge of due) if (purge.at <= last) recent.delete(purge);
    } finally {
      if (recent.size === 0) this.recent.delete(hostCode);
      else this.schedule(hostCode, LATE_MS);
    }
  }
}
