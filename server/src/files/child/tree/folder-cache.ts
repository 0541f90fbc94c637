import { lstatSync, opendirSync, readdirSync, type Stats } from 'node:fs';
import { ListedOrder, NamedOrder, textOf, type Order } from './name-order';
import { LoopYield } from '../loop-yield';
import { mayBeUnreadable, nameFromBytes, type Folder, type Name } from './walk';

type Hides = (name: Name) => boolean;

export interface OrderRequest {
  readonly sort: 'name' | 'size' | 'mtime';
  readonly order: 'asc' | 'desc';
  readonly filter?: string | undefined;
  /** Hides entries of this folder; always the same ones for one folder. */
  readonly hides?: Hides;
  readonly signal: AbortSignal;
}

interface CachedFolder {
  readonly order: NamedOrder;
  /** Change time of the folder when its names were read; a program could reset its modification time. */
  readonly ctimeMs: number;
}

/** Folders whose names are cached; the least recently used one is dropped first. */
const FOLDERS_KEPT = 16;
/** A folder with fewer entries is not cached, as reading it is fast. */
const WORTH_KEEPING = 200;
/** Two changes within one tick of the kernel's clock have the same time, ms: such a listing is not cached. */
const CLOCK_TICK_MS = 20;
/** An order by size or time is cached for this long, ms: both change without a change of the folder. */
const ORDER_AGE_MS = 3000;

/** Entries read per system call; the fastest of those tried, 32 to 16,384. */
const AT_ONCE = 1024;

interface ReadEntry {
  readonly name: Name;
  readonly isFolder: boolean;
}

/** Entries in the kernel's order: `readdirSync` would sort them by a different rule. */
function* entriesOf(folder: Folder): Generator<ReadEntry> {
  const entries = opendirSync(folder.self, { bufferSize: AT_ONCE });
  try {
    for (let entry = entries.readSync(); entry; entry = entries.readSync())
      yield { name: entry.name, isFolder: entry.isDirectory() };
  } finally {
    entries.closeSync();
  }
}

function* rawEntriesOf(folder: Folder): Generator<ReadEntry> {
  for (const entry of readdirSync(folder.self, { withFileTypes: true, encoding: 'buffer' }))
    yield { name: nameFromBytes(entry.name), isFolder: entry.isDirectory() };
}

/** Undefined if a name read as text may not be UTF-8. */
function splitByType(entries: Iterable<ReadEntry>, hides: Hides, asText: boolean): NamedOrder | undefined {
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
    splitByType(entriesOf(folder), hides, true) ??
    splitByType(rawEntriesOf(folder), hides, false) ??
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

async function sortedByFact(folder: Folder, order: Order, request: OrderRequest): Promise<Order> {
  const pace = new LoopYield(request.signal);
  const weights = new Map<Name, number>();
  for (const name of order.names) {
    if (pace.due) await pace.rest();
    const stats = lstatSync(folder.at(name), { throwIfNoEntry: false });
    weights.set(name, stats === undefined ? 0 : request.sort === 'size' ? stats.size : stats.mtimeMs);
  }
  const compare = (a: Name, b: Name) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0);
  const { names, folders } = order;
  return new ListedOrder(
    names.slice(0, folders).sort(compare).concat(names.slice(folders).sort(compare)),
    folders,
  );
}

/** Caches the names of recently listed folders while their change time stays the same. */
export class FolderCache {
  private readonly kept = new Map<string, CachedFolder>();
  private readonly orders = new Map<string, { readonly order: Order; readonly at: number }>();

  async order(folder: Folder, stats: Stats, request: OrderRequest): Promise<Order> {
    const key = `${stats.dev}:${stats.ino}`;
    const named = this.named(key, folder, { stats, hides: request.hides });
    const sorted =
      request.sort === 'name' ? named : await this.sortedBy(key, folder, { named, request, stats });
    const turned = request.order === 'desc' ? reversed(sorted) : sorted;
    return request.filter === undefined || request.filter === '' ? turned : filtered(turned, request.filter);
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
    of: { readonly named: Order; readonly request: OrderRequest; readonly stats: Stats },
  ): Promise<Order> {
    const full = `${key}:${of.stats.ctimeMs}:${of.request.sort}`;
    for (const [old, { at }] of this.orders) if (Date.now() - at > ORDER_AGE_MS) this.orders.delete(old);
    const known = this.orders.get(full);
    if (known) return known.order;
    const order = await sortedByFact(folder, of.named, of.request);
    if (order.total >= WORTH_KEEPING) this.orders.set(full, { order, at: Date.now() });
    return order;
  }
}
