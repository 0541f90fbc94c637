import { rmdirSync, unlinkSync, type Stats } from 'node:fs';
import { Refusal } from '#faults/refusal';
import { codeOf } from '#faults/error-code';
import { refusalOf } from '#files/link/errno';
import { measureTree } from '../tree/measure';
import { LoopYield } from '../loop-yield';
import { pathOf } from '../tree/site-path';
import { enterFolder, type Folder, type Name } from '../tree/walk';
import { ensureFolder } from '../tree/work-folder';
import { readCount, readInfo, writeCount, type FolderCount, type Origin } from './bin-note';
import { randomDigits, uniqueTime, timeText } from './version-id';
import { diskBytes } from './versions';

const BIN = 'bin';
/** Name of the deleted entry; its note is in the same folder. */
export const ITEM_NAME = 'item';
const ID = /^([0-9a-z]{9})-[0-9a-f]{8}$/;
/** Entries of unknown origin are restored here. */
export const LOST_AND_FOUND = 'data';

export interface BinRecord {
  readonly id: string;
  readonly origin: Origin;
  readonly path: string;
  readonly deletedAt: number;
  readonly stats: Stats;
  counted?: FolderCount;
}

export const newBinId = (): string => `${timeText(uniqueTime())}-${randomDigits()}`;
export const timeOf = (id: string): number => Number.parseInt(ID.exec(id)?.[1] ?? '0', 36);
export const isBinId = (name: Name): name is string => typeof name === 'string' && ID.test(name);
export const fullPath = ({ folder, name }: Origin): string => pathOf([...folder, name.toString()]);
const bytesOf = ({ counted, stats }: BinRecord): number => counted?.bytes ?? diskBytes(stats);

/** The sweep removes a note that a failure has left. */
export function ignoreErrors(act: () => void): void {
  try {
    act();
  } catch {
    // The next sweep tries again.
  }
}

/** The entries of the recycle bin and their sizes, as last read from the disk. */
export class BinIndex {
  private readonly known = new Map<string, BinRecord>();
  private counting: Promise<void> = Promise.resolve();

  constructor(private readonly root: Folder) {}

  /** Bytes on disk of all entries counted so far. */
  get bytes(): number {
    return [...this.known.values()].reduce((sum, item) => sum + bytesOf(item), 0);
  }

  /** Settles when all known entries are counted. */
  get counted(): Promise<void> {
    return this.counting;
  }

  open(): Folder {
    try {
      using place = this.root.privateFolder();
      return ensureFolder(place, BIN, 0o700);
    } catch (error) {
      throw codeOf(error) === 'ENOENT' ? new Refusal('no-private-place') : refusalOf(error);
    }
  }

  get(id: string): BinRecord | undefined {
    return this.known.get(id);
  }

  /** Forces the next access to read from the disk again. */
  find(id: string): BinRecord {
    using bin = this.open();
    const known = isBinId(id) && bin.lstat(id) ? this.remember(bin, id) : undefined;
    if (!known) throw new Refusal('not-in-bin');
    return known;
  }

  /** The current entries, newest first. */
  async entries(signal: AbortSignal): Promise<BinRecord[]> {
    using bin = this.open();
    const ids = bin.names().filter(isBinId).sort().reverse();
    const existing = new Set(ids);
    for (const id of this.known.keys()) if (!existing.has(id)) this.known.delete(id);
    const pace = new LoopYield(signal);
    for (const id of ids) {
      if (pace.due) await pace.rest();
      if (!this.known.has(id)) this.remember(bin, id);
    }
    return ids.flatMap((id) => this.known.get(id) ?? []);
  }

  remember(bin: Folder, id: string): BinRecord | undefined {
    try {
      using item = enterFolder(bin, id);
      const stats = item.lstat(ITEM_NAME);
      if (!stats) return undefined;
      const origin = readInfo(item) ?? { folder: [LOST_AND_FOUND], name: id };
      const counted = stats.isDirectory() ? readCount(item) : undefined;
      const known = { id, origin, path: fullPath(origin), deletedAt: timeOf(id), stats };
      this.known.set(id, { ...known, ...(counted && { counted }) });
      if (stats.isDirectory() && !counted) this.countLater(id);
      return this.known.get(id);
    } catch {
      // Not a folder, or removed.
      return undefined;
    }
  }

  forget(id: string): void {
    this.known.delete(id);
  }

  /** Forgets the size of an entry that is about to change. */
  uncount(id: string): void {
    const known = this.known.get(id);
    if (known) delete known.counted;
  }

  /** Removes a note without an entry. */
  clear(id: string): void {
    ignoreErrors(() => {
      using bin = this.open();
      {
        using item = enterFolder(bin, id);
        if (item.lstat(ITEM_NAME)) return;
        for (const name of item.names()) unlinkSync(item.at(name));
      }
      rmdirSync(bin.at(id));
    });
  }

  private countLater(id: string): void {
    const { signal } = new AbortController();
    this.counting = this.counting.then(() => this.count(id, signal)).catch(() => undefined);
  }

  private async count(id: string, signal: AbortSignal): Promise<void> {
    using bin = this.open();
    using item = enterFolder(bin, id);
    const own = item.lstat(ITEM_NAME);
    if (!own?.isDirectory()) return;
    using tree = item.enter(ITEM_NAME);
    const { bytes, files } = await measureTree(tree, signal);
    const counted = { bytes: bytes + diskBytes(own), files };
    const known = this.known.get(id);
    if (!known) return;
    known.counted = counted;
    ignoreErrors(() => writeCount(item, counted));
  }
}

export function hasNoItem(bin: Folder, id: string): boolean {
  try {
    using item = enterFolder(bin, id);
    return item.lstat(ITEM_NAME) === undefined;
  } catch {
    return false;
  }
}
