import { lstatSync, readdirSync, type Dirent, type Stats } from 'node:fs';
import { Pace } from './pace';
import { mayBeUnreadable, readable, type Folder, type Name } from './walk';

export interface OrderWish {
  readonly sort: 'name' | 'size' | 'mtime';
  readonly order: 'asc' | 'desc';
  readonly filter?: string | undefined;
  readonly signal: AbortSignal;
}

/** Names in the order asked for: `folders` of them first. */
export interface Order {
  readonly names: readonly Name[];
  readonly folders: number;
}

interface Kept extends Order {
  /** Modification time of the folder when its names were read. */
  readonly mtimeMs: number;
}

/** Folders whose names are kept; the one unused longest goes first. */
const FOLDERS_KEPT = 16;
/** A folder with fewer entries is read faster than remembered. */
const WORTH_KEEPING = 200;
/** Two changes within one tick of the kernel's clock share a time stamp, ms: such a listing is not reused. */
const CLOCK_TICK_MS = 20;
/** An order by size or time may be this old, ms: both change without a trace in the folder. */
const ORDER_AGE_MS = 3000;

const textOf = (name: Name): string => (typeof name === 'string' ? name : name.toString());
const byName = (a: Name, b: Name): number => {
  const [left, right] = [textOf(a), textOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
};

function readDirents(folder: Folder): { name: Name; isFolder: boolean }[] {
  const kind = (entry: Dirent | Dirent<Buffer>) => entry.isDirectory();
  const entries = readdirSync(folder.self, { withFileTypes: true });
  if (!entries.some((entry) => mayBeUnreadable(entry.name))) {
    return entries.map((entry) => ({ name: entry.name, isFolder: kind(entry) }));
  }
  const raw = readdirSync(folder.self, { withFileTypes: true, encoding: 'buffer' });
  return raw.map((entry) => ({ name: readable(entry.name), isFolder: kind(entry) }));
}

function sortedNames(folder: Folder): Order {
  const [folders, others]: [Name[], Name[]] = [[], []];
  for (const { name, isFolder } of readDirents(folder)) {
    if (!folder.hides(name)) (isFolder ? folders : others).push(name);
  }
  const inOrder = (names: Name[]) =>
    names.every((name) => typeof name === 'string') ? names.sort() : names.sort(byName);
  return { names: inOrder(folders).concat(inOrder(others)), folders: folders.length };
}

const reversed = ({ names, folders }: Order): Order => ({
  names: [...names.slice(0, folders).reverse(), ...names.slice(folders).reverse()],
  folders,
});

function filtered({ names, folders }: Order, filter: string): Order {
  const wanted = filter.toLowerCase();
  const fits = (name: Name) => textOf(name).toLowerCase().includes(wanted);
  const [inner, rest] = [names.slice(0, folders).filter(fits), names.slice(folders).filter(fits)];
  return { names: inner.concat(rest), folders: inner.length };
}

async function byFact(folder: Folder, order: Order, wish: OrderWish): Promise<Order> {
  const pace = new Pace(wish.signal);
  const weights = new Map<Name, number>();
  for (const name of order.names) {
    if (pace.due) await pace.rest();
    const stats = lstatSync(folder.at(name), { throwIfNoEntry: false });
    weights.set(name, stats === undefined ? 0 : wish.sort === 'size' ? stats.size : stats.mtimeMs);
  }
  const compare = (a: Name, b: Name) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0);
  const { names, folders } = order;
  return { names: names.slice(0, folders).sort(compare).concat(names.slice(folders).sort(compare)), folders };
}

/** Sorted names of the folders looked at last, valid as long as the folder's own time stamp stays. */
export class FolderCache {
  private readonly kept = new Map<string, Kept>();
  private readonly orders = new Map<string, Order & { readonly at: number }>();

  async order(folder: Folder, stats: Stats, wish: OrderWish): Promise<Order> {
    const key = `${stats.dev}:${stats.ino}`;
    const named = this.named(key, folder, stats);
    const sorted = wish.sort === 'name' ? named : await this.sortedBy(key, folder, { named, wish, stats });
    const turned = wish.order === 'desc' ? reversed(sorted) : sorted;
    return wish.filter === undefined || wish.filter === '' ? turned : filtered(turned, wish.filter);
  }

  private named(key: string, folder: Folder, stats: Stats): Order {
    const kept = this.kept.get(key);
    this.kept.delete(key);
    if (kept?.mtimeMs === stats.mtimeMs) {
      this.kept.set(key, kept);
      return kept;
    }
    const order = sortedNames(folder);
    const settled = Date.now() - stats.mtimeMs > CLOCK_TICK_MS;
    if (settled && order.names.length >= WORTH_KEEPING)
      this.kept.set(key, { ...order, mtimeMs: stats.mtimeMs });
    const [oldest] = this.kept.keys();
    if (this.kept.size > FOLDERS_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return order;
  }

  private async sortedBy(
    key: string,
    folder: Folder,
    of: { readonly named: Order; readonly wish: OrderWish; readonly stats: Stats },
  ): Promise<Order> {
    const full = `${key}:${of.stats.mtimeMs}:${of.wish.sort}`;
    for (const [old, { at }] of this.orders) if (Date.now() - at > ORDER_AGE_MS) this.orders.delete(old);
    const known = this.orders.get(full);
    if (known) return known;
    const order = await byFact(folder, of.named, of.wish);
    if (order.names.length >= WORTH_KEEPING) this.orders.set(full, { ...order, at: Date.now() });
    return order;
  }
}
