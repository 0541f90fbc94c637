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
import { step, walk, type Entry, type Folder, type Name } from '../tree/walk';
import type { Work } from '../tree/work-folder';
import {
  attempt,
  BinIndex,
  fullPath,
  isBinId,
  isEmptyHanded,
  ITEM,
  LOST_AND_FOUND,
  newBinId,
  timeOf,
  type Known,
} from './bin-index';
import { writeInfo, type Origin } from './bin-note';
import { freeName } from '../tree/free-name';
import { moveAnyway } from './move-anyway';
import { readSettings } from './file-settings';
import { diskBytes, type Versions } from './versions';

/** Notes written at once: the disk takes them in one go. */
const AT_ONCE = 16;
/** An entry this young may be on its way in or out, ms. */
const SETTLED_MS = 60_000;
const DAY_MS = 24 * 3600_000;
/** A list waits for folders that are being counted, but not for long, ms. */
const COUNT_WAIT_MS = 500;

export interface BinParts {
  readonly root: Folder;
  readonly quota: Quota;
  readonly work: Work;
  readonly versions: Versions;
}

export interface BinnedEntry {
  readonly id: string;
  readonly path: string;
}

/**
 * Deleted things, each in a folder of its own: `info.json` says where it was and is on disk before the thing itself comes,
 * in one rename, as `item`. A note without a thing is what a kill left; a thing without a note is still there to be found.
 */
export class Bin {
  private readonly index: BinIndex;

  constructor(private readonly parts: BinParts) {
    this.index = new BinIndex(parts.root);
  }

  /** What all of it takes on disk, as far as it has been counted. */
  get bytes(): number {
    return this.index.bytes;
  }

  /** Takes entries that exist. Whatever fails, what has been taken is in the bin, and nothing is in between. */
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
   * Takes what stands at `from` while `replace` puts something else there, both in one turn; where that fails it stands
   * again. @param origin where it would come back
   */
  async replaced(from: Entry, origin: Origin, replace: () => void): Promise<BinnedEntry> {
    const [taken] = await this.announced([origin], (bin, id) => {
      using item = step(bin, id);
      moveAnyway(from, { folder: item, name: ITEM });
      try {
        replace();
      } catch (error) {
        moveAnyway({ folder: item, name: ITEM }, from);
        throw error;
      }
      this.index.remember(bin, id);
    });
    if (!taken) throw new Error('One was announced');
    return taken;
  }

  /** Takes what lies aside and has no place any more. */
  async found(from: Entry, name: string): Promise<void> {
    await this.replaced(from, { folder: [LOST_AND_FOUND], name }, () => undefined);
  }

  /** Writes the notes, then has the things moved, all of them in one turn. */
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
      // All of them have settled before the folder is closed under those that are late.
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
    using item = step(bin, id);
    if (!folder.look(origin.name)) throw new Refusal('no-such-file');
    moveAnyway({ folder, name: origin.name }, { folder: item, name: ITEM });
    this.index.remember(bin, id);
  }

  async list(
    wish: { readonly offset: number; readonly limit: number; readonly filter?: string | undefined },
    signal: AbortSignal,
  ): Promise<{ items: BinItem[]; total: number; bytes: number; days: number | null }> {
    const all = await this.index.entries(signal);
    await Promise.race([this.index.counted, rest(COUNT_WAIT_MS, undefined, { ref: false })]);
    const wanted = (wish.filter ?? '').toLowerCase();
    const fitting = all.filter(({ path }) => path.toLowerCase().includes(wanted));
    const { binDays: days } = readSettings(this.parts.root);
    const page = fitting.slice(wish.offset, wish.offset + wish.limit);
    const items = page.map((known) => itemOf(known, days));
    return { items, total: fitting.length, bytes: this.bytes, days };
  }

  /** Puts one thing back; folders on the way are made again. Answers where it landed. */
  async restore(id: string, ifExists: IfExists, signal: AbortSignal): Promise<string> {
    const { origin, stats } = this.index.find(id);
    mayChangeEntry([...origin.folder, origin.name.toString()]);
    using folder = makeFolders(this.parts.root, origin.folder);
    const old = folder.look(origin.name);
    // A file that a file replaces becomes a version; whatever else is in the way changes places with what comes back.
    const becomesVersion = old && !stats.isDirectory() && this.parts.versions.isKept(old);
    if (old && ifExists === 'overwrite' && !becomesVersion) await this.take([origin], signal);
    const name = this.landing(folder, origin.name, ifExists);
    this.moveBack(id, { folder, name }, [...origin.folder, name.toString()]);
    return fullPath({ folder: origin.folder, name });
  }

  /** Where it is, for whoever has to tell that it did not come back. */
  pathOf(id: string): string {
    return this.index.get(id)?.path ?? '';
  }

  private landing(folder: Folder, name: Name, ifExists: IfExists): Name {
    const old = folder.look(name);
    if (!old) return name;
    if (ifExists === 'both') return freeName(folder, name);
    if (ifExists === 'refuse' || old.isDirectory()) throw new Refusal('already-exists');
    return name;
  }

  private moveBack(id: string, to: Entry, parts: readonly string[]): void {
    {
      using bin = this.index.open();
      using item = step(bin, id);
      const old = to.folder.look(to.name);
      this.parts.versions.replacing(to, { parts, cause: 'restore' }, () =>
        moveAnyway({ folder: item, name: ITEM }, to),
      );
      if (old?.nlink === 1) this.parts.quota.count(-diskBytes(old));
    }
    this.index.forget(id);
    this.index.clear(id);
  }

  /** Deletes for good what is named, or everything; stopped, it leaves the rest in the bin. */
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

  /** The thing first, its note last: as long as anything is left it is known where it was. */
  private async removeOne(id: string, signal: AbortSignal): Promise<number | undefined> {
    using bin = this.index.open();
    using aside = this.parts.work.open();
    if (!bin.look(id)?.isDirectory()) return undefined;
    this.index.uncount(id);
    let bytes = 0;
    {
      using item = step(bin, id);
      attempt(() => unlinkSync(item.at('count.json')));
      const removed = await removeTree({ folder: item, name: ITEM, aside, signal });
      bytes = removed.bytes;
    }
    await removeTree({ folder: bin, name: id, aside, signal });
    this.index.forget(id);
    this.parts.quota.count(-bytes);
    return bytes;
  }

  /** Removes what has been there too long, and notes of things that never came or have gone. */
  async sweep(signal: AbortSignal): Promise<void> {
    const { binDays } = readSettings(this.parts.root);
    const oldest = binDays === null ? -Infinity : Date.now() - binDays * DAY_MS;
    const all = await this.index.entries(signal);
    for (const { id, deletedAt } of all) if (deletedAt < oldest) await this.removeOne(id, signal);
    using bin = this.index.open();
    for (const id of bin.names().filter(isBinId)) {
      if (!this.index.get(id) && Date.now() - timeOf(id) > SETTLED_MS && isEmptyHanded(bin, id))
        await this.removeOne(id, signal);
    }
  }
}

function itemOf(known: Known, days: number | null): BinItem {
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
