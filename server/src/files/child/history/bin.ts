import { mkdirSync, unlinkSync } from 'node:fs';
import { setTimeout as rest } from 'node:timers/promises';
import type { BinItem, IfExists } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { refusalOf } from '#files/link/errno';
import { typeOf } from '../tree/entry-type';
import { makeFolders } from '../tree/place-file';
import { mayChangeEntry } from '../tree/write-rules';
import type { Quota } from '../tree/quota';
import { removeTree } from '../tree/remove-tree';
import { enterFolder, walk, type Entry, type Folder, type Name } from '../tree/walk';
import type { WorkFolder } from '../tree/work-folder';
import {
  ignoreErrors,
  BinIndex,
  fullPath,
  isBinId,
  hasNoItem,
  ITEM_NAME,
  LOST_AND_FOUND,
  newBinId,
  timeOf,
  type BinRecord,
} from './bin-index';
import { writeInfo, type Origin } from './bin-note';
import { freeName } from '../tree/free-name';
import { moveAnyway } from './move-anyway';
import { readSettings } from './file-settings';
import { diskBytes, type Versions } from './versions';

/** Notes written together, so that the disk syncs once. */
const AT_ONCE = 16;
/** A note without an entry may still be in use for this long, ms. */
const SETTLED_MS = 60_000;
const DAY_MS = 24 * 3600_000;
/** A listing waits this long for folders that are being counted, ms. */
const COUNT_WAIT_MS = 500;

export interface BinParts {
  readonly root: Folder;
  readonly quota: Quota;
  readonly work: WorkFolder;
  readonly versions: Versions;
}

export interface BinnedEntry {
  readonly id: string;
  readonly path: string;
}

/**
 * Deleted entries, each in its own folder: `info.json` holds the original path and is on disk before the
 * entry is renamed to `item`. A note without an entry comes from a kill; an entry without a note can still be
 * restored.
 */
export class Bin {
  private readonly index: BinIndex;

  constructor(private readonly parts: BinParts) {
    this.index = new BinIndex(parts.root);
  }

  /** Bytes on disk of all entries counted so far. */
  get bytes(): number {
    return this.index.bytes;
  }

  /** Moves existing entries into the bin. After a failure, each entry is either in the bin or where it was. */
  async take(origins: readonly Origin[], signal: AbortSignal): Promise<BinnedEntry[]> {
    const taken: BinnedEntry[] = [];
    for (let at = 0; at < origins.length; at += AT_ONCE) {
      signal.throwIfAborted();
      const some = origins.slice(at, at + AT_ONCE);
      const moved = await this.announced(some, (bin, id, origin) => this.moveIn(bin, id, origin));
      taken.push(...moved);
    }
    return taken;
  }

  /**
   * Moves the entry `from` into the bin while `replace` puts another one there; if that fails, the entry comes back. Both
   * happen without an `await`. @param origin where the entry would be restored
   */
  async replaced(from: Entry, origin: Origin, replace: () => void): Promise<BinnedEntry> {
    const [taken] = await this.announced([origin], (bin, id) => {
      using item = enterFolder(bin, id);
      moveAnyway(from, { folder: item, name: ITEM_NAME });
      try {
        replace();
      } catch (error) {
        moveAnyway({ folder: item, name: ITEM_NAME }, from);
        throw error;
      }
      this.index.remember(bin, id);
    });
    if (!taken) throw new Error('One entry was announced');
    return taken;
  }

  /** Moves an entry into the bin whose origin is gone. */
  async found(from: Entry, name: string): Promise<void> {
    await this.replaced(from, { folder: [LOST_AND_FOUND], name }, () => undefined);
  }

  /** Writes the notes, then moves all entries without an `await`. */
  private async announced(
    origins: readonly Origin[],
    moveIn: (bin: Folder, id: string, origin: Origin) => void,
  ): Promise<BinnedEntry[]> {
    const waiting = new Map<string, Origin>();
    try {
      using bin = this.index.open();
      const announced = origins.map(async (origin) => {
        const id = newBinId();
        waiting.set(id, origin);
        mkdirSync(bin.at(id), { mode: 0o700 });
        using item = bin.enter(id);
        await writeInfo(item, origin, timeOf(id));
      });
      // Waits for all, because the folder must stay open until the last one is done.
      const failed = (await Promise.allSettled(announced)).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
      return [...waiting].map(([id, origin]) => {
        moveIn(bin, id, origin);
        waiting.delete(id);
        return { id, path: fullPath(origin) };
      });
    } catch (error) {
      throw refusalOf(error);
    } finally {
      for (const id of waiting.keys()) this.index.clear(id);
    }
  }

  private moveIn(bin: Folder, id: string, origin: Origin): void {
    mayChangeEntry([...origin.folder, origin.name.toString()]);
    using folder = walk(this.parts.root, origin.folder);
    using item = enterFolder(bin, id);
    if (!folder.lstat(origin.name)) throw new Refusal('no-such-file');
    moveAnyway({ folder, name: origin.name }, { folder: item, name: ITEM_NAME });
    this.index.remember(bin, id);
  }

  async list(
    request: { readonly offset: number; readonly limit: number; readonly filter?: string | undefined },
    signal: AbortSignal,
  ): Promise<{ items: BinItem[]; total: number; bytes: number; days: number | null }> {
    const all = await this.index.entries(signal);
    await Promise.race([this.index.counted, rest(COUNT_WAIT_MS, undefined, { ref: false })]);
    const wanted = (request.filter ?? '').toLowerCase();
    const fitting = all.filter(({ path }) => path.toLowerCase().includes(wanted));
    const { binDays: days } = readSettings(this.parts.root);
    const page = fitting.slice(request.offset, request.offset + request.limit);
    const items = page.map((known) => itemOf(known, days));
    return { items, total: fitting.length, bytes: this.bytes, days };
  }

  /** Restores one entry and the folders on the way. @returns its path */
  async restore(id: string, ifExists: IfExists, signal: AbortSignal): Promise<string> {
    const { origin, stats } = this.index.find(id);
    mayChangeEntry([...origin.folder, origin.name.toString()]);
    using folder = makeFolders(this.parts.root, origin.folder);
    const old = folder.lstat(origin.name);
    // A file replaced by a file becomes a version; any other entry in the way goes into the bin.
    const becomesVersion = old && !stats.isDirectory() && this.parts.versions.isKept(old);
    if (old && ifExists === 'overwrite' && !becomesVersion) await this.take([origin], signal);
    const name = this.landing(folder, origin.name, ifExists);
    this.moveBack(id, { folder, name }, [...origin.folder, name.toString()]);
    return fullPath({ folder: origin.folder, name });
  }

  /** The path of an entry, for the report that it could not be restored. */
  pathOf(id: string): string {
    return this.index.get(id)?.path ?? '';
  }

  private landing(folder: Folder, name: Name, ifExists: IfExists): Name {
    const old = folder.lstat(name);
    if (!old) return name;
    if (ifExists === 'both') return freeName(folder, name);
    if (ifExists === 'refuse' || old.isDirectory()) throw new Refusal('already-exists');
    return name;
  }

  private moveBack(id: string, to: Entry, parts: readonly string[]): void {
    {
      using bin = this.index.open();
      using item = enterFolder(bin, id);
      const old = to.folder.lstat(to.name);
      this.parts.versions.replacing(to, { parts, cause: 'restore' }, () =>
        moveAnyway({ folder: item, name: ITEM_NAME }, to),
      );
      if (old?.nlink === 1) this.parts.quota.count(-diskBytes(old));
    }
    this.index.forget(id);
    this.index.clear(id);
  }

  /** Deletes the named entries, or all, for good; after an abort the rest stays in the bin. */
  async remove(
    ids: readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<{ removed: number; bytes: number }> {
    const sum = { removed: 0, bytes: 0 };
    const wanted = ids ?? (await this.index.entries(signal)).map(({ id }) => id);
    for (const id of wanted) {
      if (!isBinId(id)) continue;
      const bytes = await this.removeOne(id, signal);
      if (bytes === undefined) continue;
      sum.removed += 1;
      sum.bytes += bytes;
    }
    return sum;
  }

  /** Removes the entry first and its note last: what is left can still be restored. */
  private async removeOne(id: string, signal: AbortSignal): Promise<number | undefined> {
    using bin = this.index.open();
    using aside = this.parts.work.open();
    if (!bin.lstat(id)?.isDirectory()) return undefined;
    this.index.uncount(id);
    let bytes = 0;
    {
      using item = enterFolder(bin, id);
      ignoreErrors(() => unlinkSync(item.at('count.json')));
      const removed = await removeTree({ folder: item, name: ITEM_NAME, aside, signal });
      bytes = removed.bytes;
    }
    await removeTree({ folder: bin, name: id, aside, signal });
    this.index.forget(id);
    this.parts.quota.count(-bytes);
    return bytes;
  }

  /** Removes entries that are too old, and notes without an entry. */
  async sweep(signal: AbortSignal): Promise<void> {
    const { binDays } = readSettings(this.parts.root);
    const oldest = binDays === null ? -Infinity : Date.now() - binDays * DAY_MS;
    const all = await this.index.entries(signal);
    for (const { id, deletedAt } of all) if (deletedAt < oldest) await this.removeOne(id, signal);
    using bin = this.index.open();
    for (const id of bin.names().filter(isBinId)) {
      if (!this.index.get(id) && Date.now() - timeOf(id) > SETTLED_MS && hasNoItem(bin, id))
        await this.removeOne(id, signal);
    }
  }
}

function itemOf(known: BinRecord, days: number | null): BinItem {
  const { id, path, deletedAt, stats, counted } = known;
  return {
    id,
    path,
    type: typeOf(stats),
    size: stats.isDirectory() ? (counted?.bytes ?? 0) : stats.size,
    mtime: Math.trunc(stats.mtimeMs),
    deletedAt,
    expiresAt: days === null ? null : deletedAt + days * DAY_MS,
    ...(counted && { files: counted.files }),
  };
}
