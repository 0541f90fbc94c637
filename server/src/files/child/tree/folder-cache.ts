import { lstatSync, opendirSync, readdirSync, type Stats } from 'node:fs';
import { ListedOrder, NamedOrder, textOf, type Order } from './name-order';
import { Pace } from '../pace';
import { mayBeUnreadable, readable, type Folder, type Name } from './walk';

type Hides = (name: Name) => boolean;

export interface OrderWish {
  readonly sort: 'name' | 'size' | 'mtime';
  readonly order: 'asc' | 'desc';
  readonly filter?: string | undefined;
  /** Entries of this folder that are nobody's business; always the same of one folder. */
  readonly hides?: Hides;
  readonly signal: AbortSignal;
}

interface Kept {
  readonly order: NamedOrder;
  /** When the folder was last changed before its names were read. Not its modification time: anybody can put that back. */
  readonly ctimeMs: number;
}

/** Folders whose names are kept; the one unused longest goes first. */
const FOLDERS_KEPT = 16;
/** A folder with fewer entries is read faster than remembered. */
const WORTH_KEEPING = 200;
/** Two changes within one tick of the kernel's clock share a time stamp, ms: such a listing is not reused. */
const CLOCK_TICK_MS = 20;
/** An order by size or time may be this old, ms: both change without a trace in the folder. */
const ORDER_AGE_MS = 3000;

/** Entries that the kernel is asked for at once; the fastest of those tried, 32 to 16,384. */
const AT_ONCE = 1024;

interface Read {
  readonly name: Name;
  readonly isFolder: boolean;
}

/** In the kernel's order: `readdirSync` would sort them, and by another rule than ours. */
function* entriesOf(folder: Folder): Generator<Read> {
  const entries = opendirSync(folder.self, { bufferSize: AT_ONCE });
  try {
    for (let entry = entries.readSync(); entry; entry = entries.readSync())
      yield { name: entry.name, isFolder: entry.isDirectory() };
  } finally {
    entries.closeSync();
  }
}

function* rawEntriesOf(folder: Folder): Generator<Read> {
  for (const entry of readdirSync(folder.self, { withFileTypes: true, encoding: 'buffer' }))
    yield { name: readable(entry.name), isFolder: entry.isDirectory() };
}

/** undefined where a name may be no text, and names are read as text. */
function dealt(entries: Iterable<Read>, hides: Hides, asText: boolean): NamedOrder | undefined {
  const [folders, others]: [Name[], Name[]] = [[], []];
  for (const { name, isFolder } of entries) {
    if (asText && typeof name === 'string' && mayBeUnreadable(name)) return undefined;
    if (!hides(name)) (isFolder ? folders : others).push(name);
  }
  return new NamedOrder(folders, others);
}

function namesIn(folder: Folder, alsoHides: Hides | undefined): NamedOrder {
  const hides: Hides = alsoHides ?? ((name) => folder.hides(name));
  return (
    dealt(entriesOf(folder), hides, true) ??
    dealt(rawEntriesOf(folder), hides, false) ??
    new NamedOrder([], [])
  );
}

const reversed = ({ names, folders }: Order): Order =>
  new ListedOrder([...names.slice(0, folders).reverse(), ...names.slice(folders).reverse()], folders);

function filtered({ names, folders }: Order, filter: string): Order {
  const wanted = filter.toLowerCase();
  const fits = (name: Name) => textOf(name).toLowerCase().includes(wanted);
  const [inner, rest] = [names.slice(0, folders).filter(fits), names.slice(folders).filter(fits)];
  return new ListedOrder(inner.concat(rest), inner.length);
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
  return new ListedOrder(
    names.slice(0, folders).sort(compare).concat(names.slice(folders).sort(compare)),
    folders,
  );
}

/** Names of the folders looked at last, valid as long as the folder's own time stamp stays. */
export class FolderCache {
  private readonly kept = new Map<string, Kept>();
  private readonly orders = new Map<string, { readonly order: Order; readonly at: number }>();

  async order(folder: Folder, stats: Stats, wish: OrderWish): Promise<Order> {
    const key = `${stats.dev}:${stats.ino}`;
    const named = this.named(key, folder, { stats, hides: wish.hides });
    const sorted = wish.sort === 'name' ? named : await this.sortedBy(key, folder, { named, wish, stats });
    const turned = wish.order === 'desc' ? reversed(sorted) : sorted;
    return wish.filter === undefined || wish.filter === '' ? turned : filtered(turned, wish.filter);
  }

  private named(
    key: string,
    folder: Folder,
    { stats, hides }: { readonly stats: Stats; readonly hides: Hides | undefined },
  ): Order {
    const kept = this.kept.get(key);
    this.kept.delete(key);
    if (kept?.ctimeMs === stats.ctimeMs) {
      this.kept.set(key, kept);
      return kept.order;
    }
    const order = namesIn(folder, hides);
    const settled = Date.now() - stats.ctimeMs > CLOCK_TICK_MS;
    if (settled && order.total >= WORTH_KEEPING) this.kept.set(key, { order, ctimeMs: stats.ctimeMs });
    const [oldest] = this.kept.keys();
    if (this.kept.size > FOLDERS_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return order;
  }

  private async sortedBy(
    key: string,
    folder: Folder,
    of: { readonly named: Order; readonly wish: OrderWish; readonly stats: Stats },
  ): Promise<Order> {
    const full = `${key}:${of.stats.ctimeMs}:${of.wish.sort}`;
    for (const [old, { at }] of this.orders) if (Date.now() - at > ORDER_AGE_MS) this.orders.delete(old);
    const known = this.orders.get(full);
    if (known) return known.order;
    const order = await byFact(folder, of.named, of.wish);
    if (order.total >= WORTH_KEEPING) this.orders.set(full, { order, at: Date.now() });
    return order;
  }
}
