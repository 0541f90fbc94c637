import { linkSync, unlinkSync, type Stats } from 'node:fs';
import { Refusal } from '#faults/refusal';
import { LoopYield } from '../loop-yield';
import type { Quota } from '../tree/quota';
import type { Entry, Folder } from '../tree/walk';
import { newVersionId, readVersionId, versionFolderName, type VersionCause } from './version-id';
import { trySilently, idsOf, logFailure, type Move, VersionFolders } from './version-folders';

const PER_FILE = 20;
const AGE_MS = 30 * 24 * 3600_000;
const LARGEST_BYTES = 256 * 1024 * 1024;
const UNLIMITED_CAP_BYTES = 1024 ** 3;
/** All versions together may take one tenth of the quota. */
const SHARE = 10;
/** Pruning goes down to this share, so that not every write has to prune. */
const PRUNE_TO = 0.9;
/** A version with two names may still be in use for this long, ms. */
const SETTLED_MS = 60_000;
/** Least bytes that a version counts, for its inode. */
const LEAST_BYTES = 4096;

export interface Version {
  readonly id: string;
  readonly keptAt: number;
  readonly cause: VersionCause;
  readonly stats: Stats;
}

/** The file whose content is kept, and why it is replaced. */
export interface ReplacedFile {
  readonly parts: readonly string[];
  readonly cause: VersionCause;
}

interface StoredVersion {
  readonly folderName: string;
  readonly id: string;
  readonly keptAt: number;
  readonly bytes: number;
}

export const diskBytes = (stats: Stats): number => stats.blocks * 512;
const weightOf = (stats: Stats): number => Math.max(diskBytes(stats), LEAST_BYTES);

/**
 * Earlier contents of files, one version folder per path. A version is a second name of the old inode, created before
 * the rename that removes its first name: nothing is copied, and after a kill in between the sweep removes
 * the second name.
 */
export class Versions {
  private weight = 0;
  private pruning: Promise<void> = Promise.resolve();
  private readonly folders: VersionFolders;

  constructor(
    root: Folder,
    private readonly quota: Quota,
  ) {
    this.folders = new VersionFolders(root);
  }

  /**
   * Keeps the file `at` as a version while `replace` replaces it, without an `await` in between. Only the host's
   * own files with one name are kept. A write succeeds even if its version can't be kept.
   * @returns id of the version, absent if none was made
   */
  replacing<T>(at: Entry, of: ReplacedFile, replace: () => T): { readonly value: T; readonly kept?: string } {
    const kept = this.keep(at, of);
    try {
      const value = replace();
      if (!kept) return { value };
      this.settle(kept.folderName, kept.old);
      return { value, kept: kept.id };
    } catch (error) {
      if (kept) this.unlink(kept.folderName, kept.id);
      throw error;
    }
  }

  private keep(at: Entry, of: ReplacedFile): { folderName: string; id: string; old: Stats } | undefined {
    try {
      const old = at.folder.lstat(at.name);
      if (!old || !this.isKept(old)) return undefined;
      const id = newVersionId(of.cause);
      const folderName = versionFolderName(of.parts);
      using folder = this.folders.make(of.parts);
      linkSync(at.folder.at(at.name), folder.at(id));
      const made = folder.lstat(id);
      // Another program has replaced the file in between.
      if (made?.ino !== old.ino) {
        unlinkSync(folder.at(id));
        return undefined;
      }
      return { folderName, id, old };
    } catch (error) {
      logFailure(error);
      return undefined;
    }
  }

  /** Whether a replaced file would become a version. */
  isKept(old: Stats): boolean {
    const ours = old.isFile() && old.nlink === 1 && old.uid === process.getuid?.();
    return ours && old.size <= LARGEST_BYTES && weightOf(old) <= this.cap();
  }

  private cap(): number {
    return this.quota.limitBytes === null ? UNLIMITED_CAP_BYTES : this.quota.limitBytes / SHARE;
  }

  /** Counts the version's bytes; prunes if the file has too many versions or all versions take too much space. */
  private settle(folderName: string, old: Stats): void {
    this.weight += weightOf(old);
    this.quota.count(diskBytes(old));
    try {
      using folder = this.folders.open(folderName);
      const ids = idsOf(folder);
      for (const id of ids.slice(PER_FILE)) this.drop(folder, id);
    } catch (error) {
      logFailure(error);
    }
    const lacking = this.quota.lacking(0);
    if (this.weight > this.cap() || lacking > 0) void this.prune(lacking);
  }

  /** Earlier contents of one path, newest first. */
  list(parts: readonly string[]): Version[] {
    if (!this.folders.has(parts)) return [];
    using folder = this.folders.open(versionFolderName(parts));
    return idsOf(folder).flatMap((id) => {
      const read = readVersionId(id);
      const stats = folder.lstat(id);
      return read && stats?.isFile() && stats.nlink === 1 ? [{ id, ...read, stats }] : [];
    });
  }

  /** Opens the folder of a version; refuses with `no-such-version`. The caller disposes of it. */
  find(parts: readonly string[], id: string): Folder {
    if (!readVersionId(id) || !this.folders.has(parts)) throw new Refusal('no-such-version');
    const folder = this.folders.open(versionFolderName(parts));
    if (folder.lstat(id)?.isFile()) return folder;
    folder[Symbol.dispose]();
    throw new Refusal('no-such-version');
  }

  /** Moves a version to the free name `at`; its bytes then count as those of a file. */
  putBack(parts: readonly string[], id: string, at: Entry): void {
    {
      using folder = this.find(parts, id);
      // Unlike a rename, a link never replaces what another program has created there.
      linkSync(folder.at(id), at.folder.at(at.name));
      unlinkSync(folder.at(id));
    }
    const stats = at.folder.lstat(at.name);
    if (stats) this.weight = Math.max(0, this.weight - weightOf(stats));
    this.folders.clear(versionFolderName(parts));
  }

  /** Removes the named versions of one path, or all. */
  remove(parts: readonly string[], ids?: readonly string[]): { removed: number; bytes: number } {
    if (!this.folders.has(parts)) return { removed: 0, bytes: 0 };
    const sum = { removed: 0, bytes: 0 };
    {
      using folder = this.folders.open(versionFolderName(parts));
      const wanted = ids === undefined ? undefined : new Set(ids);
      for (const id of idsOf(folder)) {
        const size = folder.lstat(id)?.size ?? 0;
        if ((wanted && !wanted.has(id)) || !this.drop(folder, id)) continue;
        sum.removed += 1;
        sum.bytes += size;
      }
    }
    this.folders.clear(versionFolderName(parts));
    return sum;
  }

  /** Moves the versions along with a renamed entry, and those of everything below it; returns the move's id. */
  moved(from: readonly string[], to: readonly string[], move: Move): Promise<string> {
    return this.folders.moved(from, to, move);
  }

  /** Frees that many bytes, oldest versions first, or none if all versions together have less. */
  async relieve(bytes: number): Promise<void> {
    await this.pruning;
    if (this.weight >= bytes) await this.prune(bytes);
  }

  /** Settles when no pruning is running. */
  settled(): Promise<void> {
    return this.pruning;
  }

  /** Removes versions that are too old or too many, and what a kill left. */
  sweep(signal: AbortSignal): Promise<void> {
    return this.queue(() => this.shrink(0, signal));
  }

  private prune(lacking: number): Promise<void> {
    return this.queue(() => this.shrink(lacking, new AbortController().signal));
  }

  private queue(work: () => Promise<void>): Promise<void> {
    this.pruning = this.pruning.then(work).catch(logFailure);
    return this.pruning;
  }

  private async shrink(lacking: number, signal: AbortSignal): Promise<void> {
    const all = await this.survey(signal);
    const cap = this.cap();
    let surplus = Math.max(lacking, this.weight > cap ? this.weight - cap * PRUNE_TO : 0);
    for (const { folderName, id, bytes, keptAt } of all.sort((a, b) => a.keptAt - b.keptAt)) {
      if (surplus <= 0 && Date.now() - keptAt <= AGE_MS) return;
      this.unlink(folderName, id);
      surplus -= bytes;
    }
  }

  /** Lists all versions; removes what a kill left, and empty version folders. */
  private async survey(signal: AbortSignal): Promise<StoredVersion[]> {
    const pace = new LoopYield(signal);
    const all: StoredVersion[] = [];
    const before = this.weight;
    for (const folderName of this.folders.names()) {
      if (pace.due) await pace.rest();
      if (typeof folderName === 'string') all.push(...this.surveyFolder(folderName));
    }
    const added = this.weight - before;
    this.weight = all.reduce((sum, { bytes }) => sum + bytes, 0) + Math.max(0, added);
    return all;
  }

  private surveyFolder(folderName: string): StoredVersion[] {
    const found: StoredVersion[] = [];
    const isThere = trySilently(() => {
      using folder = this.folders.open(folderName);
      for (const id of idsOf(folder)) {
        const [read, stats] = [readVersionId(id), folder.lstat(id)];
        if (!read || !stats?.isFile()) continue;
        // The content still has the file's own name: the process was killed before it replaced the file.
        if (stats.nlink > 1 && Date.now() - read.keptAt > SETTLED_MS) this.drop(folder, id);
        else found.push({ folderName, id, keptAt: read.keptAt, bytes: weightOf(stats) });
      }
    });
    if (isThere && found.length === 0) this.folders.clear(folderName);
    return found;
  }

  private unlink(folderName: string, id: string): void {
    trySilently(() => {
      using folder = this.folders.open(folderName);
      this.drop(folder, id);
    });
    this.folders.clear(folderName);
  }

  private drop(folder: Folder, id: string): boolean {
    const stats = folder.lstat(id);
    if (!stats || !trySilently(() => unlinkSync(folder.at(id)))) return false;
    if (stats.nlink > 1) return true;
    this.weight = Math.max(0, this.weight - weightOf(stats));
    this.quota.count(-diskBytes(stats));
    return true;
  }
}
