import { mkdirSync, rmdirSync, unlinkSync, type Stats } from 'node:fs';
import { setTimeout as rest } from 'node:timers/promises';
import type { BinItem, IfExists } from '@sitedeck/contract';
import { Refusal } from '../../refusal';
import { errnoOf, refusalOf } from '../errno';
import { typeOf } from '../entry-type';
import { measureTree } from '../measure';
import { Pace } from '../pace';
import { makeFolders } from '../place-file';
import { mayChangeEntry } from '../place-rules';
import type { Quota } from '../quota';
import { removeTree } from '../remove-tree';
import { pathOf } from '../site-path';
import { step, walk, type Folder, type Name } from '../walk';
import { ensureFolder, type Work } from '../work-folder';
import { readCount, readInfo, writeCount, writeInfo, type Counted, type Origin } from './bin-note';
import { freeName } from './free-name';
import { moveAnyway } from './move-anyway';
import { readSettings } from './place-settings';
import { chance, tick, timeText } from './version-id';
import { diskBytes, type Versions } from './versions';

const BIN = 'bin';
const ITEM = 'item';
const ID = /^([0-9a-z]{9})-[0-9a-f]{8}$/;
/** Notes written at once: the disk takes them in one go. */
const AT_ONCE = 16;
/** An entry this young may be on its way in or out, ms. */
const SETTLED_MS = 60_000;
const DAY_MS = 24 * 3600_000;
/** A list waits for folders that are being counted, but not for long, ms. */
const COUNT_WAIT_MS = 500;
/** Where something comes back that nobody knows the place of. */
const LOST_AND_FOUND = 'data';

interface Known {
  readonly id: string;
  readonly origin: Origin;
  readonly path: string;
  readonly deletedAt: number;
  readonly stats: Stats;
  counted?: Counted;
}

export interface BinParts {
  readonly root: Folder;
  readonly quota: Quota;
  readonly work: Work;
  readonly versions: Versions;
}

export interface Taken {
  readonly id: string;
  readonly path: string;
}

const timeOf = (id: string): number => Number.parseInt(ID.exec(id)?.[1] ?? '0', 36);
const isId = (name: Name): name is string => typeof name === 'string' && ID.test(name);
const fullPath = ({ folder, name }: Origin): string => pathOf([...folder, name.toString()]);
const bytesOf = ({ counted, stats }: Known): number => counted?.bytes ?? diskBytes(stats);

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // What is left of a note is taken by the sweep.
  }
}

/**
 * Deleted things, each in a folder of its own: `info.json` says where it was and is on disk before the thing itself comes,
 * in one rename, as `item`. A note without a thing is what a kill left; a thing without a note is still there to be found.
 */
export class Bin {
  private readonly known = new Map<string, Known>();
  private counting: Promise<void> = Promise.resolve();

  constructor(private readonly parts: BinParts) {}

  /** What all of it takes on disk, as far as it has been counted. */
  get bytes(): number {
    return [...this.known.values()].reduce((sum, item) => sum + bytesOf(item), 0);
  }

  /** Takes entries that exist. Whatever fails, what has been taken is in the bin, and nothing is in between. */
  async take(origins: readonly Origin[], signal: AbortSignal): Promise<Taken[]> {
    const taken: Taken[] = [];
    for (let at = 0; at < origins.length; at += AT_ONCE) {
      signal.throwIfAborted();
      taken.push(...(await this.takeSome(origins.slice(at, at + AT_ONCE))));
    }
    return taken;
  }

  private async takeSome(origins: readonly Origin[]): Promise<Taken[]> {
    const waiting = new Map<string, Origin>();
    try {
      using bin = this.open();
      const announced = origins.map(async (origin) => {
        const id = `${timeText(tick())}-${chance()}`;
        waiting.set(id, origin);
        mkdirSync(bin.at(id), { mode: 0o700 });
        using item = bin.enter(id);
        await writeInfo(item, origin, timeOf(id));
      });
      // All of them have settled before the folder is closed under those that are late.
      const failed = (await Promise.allSettled(announced)).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
      return [...waiting].map(([id, origin]) => {
        this.moveIn(bin, id, origin);
        waiting.delete(id);
        return { id, path: fullPath(origin) };
      });
    } catch (error) {
      throw refusalOf(error);
    } finally {
      for (const id of waiting.keys()) this.clear(id);
    }
  }

  private moveIn(bin: Folder, id: string, origin: Origin): void {
    mayChangeEntry([...origin.folder, origin.name.toString()]);
    using folder = walk(this.parts.root, origin.folder);
    using item = step(bin, id);
    if (!folder.look(origin.name)) throw new Refusal('no-such-file');
    moveAnyway({ folder, name: origin.name }, { folder: item, name: ITEM });
    this.remember(bin, id);
  }

  /** What is there now, newest first. */
  private async entries(signal: AbortSignal): Promise<Known[]> {
    using bin = this.open();
    const ids = bin.names().filter(isId).sort().reverse();
    const there = new Set(ids);
    for (const id of this.known.keys()) if (!there.has(id)) this.known.delete(id);
    const pace = new Pace(signal);
    for (const id of ids) {
      if (pace.due) await pace.rest();
      if (!this.known.has(id)) this.remember(bin, id);
    }
    return ids.flatMap((id) => this.known.get(id) ?? []);
  }

  private remember(bin: Folder, id: string): Known | undefined {
    try {
      using item = step(bin, id);
      const stats = item.look(ITEM);
      if (!stats) return undefined;
      const origin = readInfo(item) ?? { folder: [LOST_AND_FOUND], name: id };
      const counted = stats.isDirectory() ? readCount(item) : undefined;
      const known = { id, origin, path: fullPath(origin), deletedAt: timeOf(id), stats };
      this.known.set(id, { ...known, ...(counted && { counted }) });
      if (stats.isDirectory() && !counted) this.countLater(id);
      return this.known.get(id);
    } catch {
      // Not a folder, or gone: nothing of ours.
      return undefined;
    }
  }

  private countLater(id: string): void {
    const { signal } = new AbortController();
    this.counting = this.counting.then(() => this.count(id, signal)).catch(() => undefined);
  }

  private async count(id: string, signal: AbortSignal): Promise<void> {
    using bin = this.open();
    using item = step(bin, id);
    const own = item.look(ITEM);
    if (!own?.isDirectory()) return;
    using tree = item.enter(ITEM);
    const { bytes, files } = await measureTree(tree, signal);
    const counted = { bytes: bytes + diskBytes(own), files };
    const known = this.known.get(id);
    if (!known) return;
    known.counted = counted;
    attempt(() => writeCount(item, counted));
  }

  async list(
    wish: { readonly offset: number; readonly limit: number; readonly filter?: string | undefined },
    signal: AbortSignal,
  ): Promise<{ items: BinItem[]; total: number; bytes: number; days: number | null }> {
    const all = await this.entries(signal);
    await Promise.race([this.counting, rest(COUNT_WAIT_MS, undefined, { ref: false })]);
    const wanted = (wish.filter ?? '').toLowerCase();
    const fitting = all.filter(({ path }) => path.toLowerCase().includes(wanted));
    const { binDays: days } = readSettings(this.parts.root);
    const page = fitting.slice(wish.offset, wish.offset + wish.limit);
    const items = page.map((known) => itemOf(known, days));
    return { items, total: fitting.length, bytes: this.bytes, days };
  }

  /** Puts one thing back; folders on the way are made again. Answers where it landed. */
  async restore(id: string, ifExists: IfExists, signal: AbortSignal): Promise<string> {
    const { origin, stats } = this.find(id);
    mayChangeEntry([...origin.folder, origin.name.toString()]);
    using folder = makeFolders(this.parts.root, origin.folder);
    const old = folder.look(origin.name);
    // A file that a file replaces becomes a version; whatever else is in the way changes places with what comes back.
    if (old && ifExists === 'overwrite' && (old.isDirectory() || stats.isDirectory()))
      await this.take([origin], signal);
    const name = this.landing(folder, origin.name, ifExists);
    this.moveBack(id, { folder, name }, [...origin.folder, name.toString()]);
    return fullPath({ folder: origin.folder, name });
  }

  /** Where it is, for whoever has to tell that it did not come back. */
  pathOf(id: string): string {
    return this.known.get(id)?.path ?? '';
  }

  private find(id: string): Known {
    using bin = this.open();
    const known = isId(id) && bin.look(id) ? this.remember(bin, id) : undefined;
    if (!known) throw new Refusal('not-in-bin');
    return known;
  }

  private landing(folder: Folder, name: Name, ifExists: IfExists): Name {
    const old = folder.look(name);
    if (!old) return name;
    if (ifExists === 'both') return freeName(folder, name);
    if (ifExists === 'refuse' || old.isDirectory()) throw new Refusal('already-exists');
    return name;
  }

  private moveBack(id: string, to: { folder: Folder; name: Name }, parts: readonly string[]): void {
    {
      using bin = this.open();
      using item = step(bin, id);
      const old = to.folder.look(to.name);
      this.parts.versions.replacing(to, { parts, cause: 'restore' }, () =>
        moveAnyway({ folder: item, name: ITEM }, to),
      );
      if (old?.nlink === 1) this.parts.quota.count(-diskBytes(old));
    }
    this.known.delete(id);
    this.clear(id);
  }

  /** Deletes for good what is named, or everything; stopped, it leaves the rest in the bin. */
  async remove(
    ids: readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<{ removed: number; bytes: number }> {
    const sum = { removed: 0, bytes: 0 };
    const wanted = ids ?? (await this.entries(signal)).map(({ id }) => id);
    for (const id of wanted) {
      if (!isId(id)) continue;
      const bytes = await this.removeOne(id, signal);
      if (bytes === undefined) continue;
      sum.removed += 1;
      sum.bytes += bytes;
    }
    return sum;
  }

  /** The thing first, its note last: as long as anything is left it is known where it was. */
  private async removeOne(id: string, signal: AbortSignal): Promise<number | undefined> {
    using bin = this.open();
    using aside = this.parts.work.open();
    if (!bin.look(id)?.isDirectory()) return undefined;
    // What it holds is no longer what was counted.
    const known = this.known.get(id);
    if (known) delete known.counted;
    let bytes = 0;
    {
      using item = step(bin, id);
      attempt(() => unlinkSync(item.at('count.json')));
      const removed = await removeTree({ folder: item, name: ITEM, aside, signal });
      bytes = removed.bytes;
    }
    await removeTree({ folder: bin, name: id, aside, signal });
    this.known.delete(id);
    this.parts.quota.count(-bytes);
    return bytes;
  }

  /** Removes what has been there too long, and notes of things that never came or have gone. */
  async sweep(signal: AbortSignal): Promise<void> {
    const { binDays } = readSettings(this.parts.root);
    const oldest = binDays === null ? -Infinity : Date.now() - binDays * DAY_MS;
    const all = await this.entries(signal);
    for (const { id, deletedAt } of all) if (deletedAt < oldest) await this.removeOne(id, signal);
    using bin = this.open();
    for (const id of bin.names().filter(isId)) {
      if (!this.known.has(id) && Date.now() - timeOf(id) > SETTLED_MS && isEmptyHanded(bin, id))
        await this.removeOne(id, signal);
    }
  }

  /** Takes a note away whose thing is not there. */
  private clear(id: string): void {
    attempt(() => {
      using bin = this.open();
      {
        using item = step(bin, id);
        if (item.look(ITEM)) return;
        for (const name of item.names()) unlinkSync(item.at(name));
      }
      rmdirSync(bin.at(id));
    });
  }

  private open(): Folder {
    try {
      using place = this.parts.root.place();
      return ensureFolder(place, BIN, 0o700);
    } catch (error) {
      throw errnoOf(error) === 'ENOENT' ? new Refusal('no-private-place') : refusalOf(error);
    }
  }
}

function isEmptyHanded(bin: Folder, id: string): boolean {
  try {
    using item = step(bin, id);
    return item.look(ITEM) === undefined;
  } catch {
    return false;
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
