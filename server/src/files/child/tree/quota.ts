import { statfsSync } from 'node:fs';
import { Refusal } from '#faults/refusal';
import { measureTree, type TreeSize } from './measure';
import type { Folder } from './walk';

/** An older figure is measured again before a write is refused because of it, ms. */
const REFUSE_AGE_MS = 5000;
/** An older figure is measured again in the background, ms. */
const REFRESH_AGE_MS = 5 * 60_000;
/** The disk's free space is cached for this long, ms, while it is above this many bytes. */
const FREE_AGE_MS = 100;
const FREE_PLENTY = 256 * 1024 * 1024;

type Figure =
  | { readonly is: 'unknown' }
  /** `begun`: when its measurement began, ms. */
  | { readonly is: 'measured'; bytes: number; readonly at: number; readonly begun: number };

/** A running measurement, and the bytes that we have written since it began. */
interface Sweep {
  written: number;
}

export interface FreesSpace {
  /** Frees that many bytes, or none. */
  free(bytes: number): Promise<void>;
  refusal(): Refusal;
}

/**
 * Disk quota: the last measured size plus our own writes since. It refuses this service's writes; what the site's own
 * programs write counts from the next measurement on.
 */
export class Quota {
  private figure: Figure = { is: 'unknown' };
  private readonly sweeps = new Set<Sweep>();
  private shared: Promise<TreeSize> | undefined;
  private free = { bytes: 0, at: 0 };
  private relief: FreesSpace = { free: async () => undefined, refusal: () => new Refusal('over-quota') };

  /** @param limit bytes; null is unlimited and measures nothing */
  constructor(
    private readonly root: Folder,
    private limit: number | null,
  ) {}

  /** Bytes; null is unlimited. */
  get limitBytes(): number | null {
    return this.limit;
  }

  setLimit(limit: number | null): void {
    this.limit = limit;
  }

  /** @param relief frees bytes before a write is refused, and makes the refusal */
  relieveBy(relief: FreesSpace): void {
    this.relief = relief;
  }

  /** Bytes beyond the limit if `bytes` more were written, by the last figure. */
  lacking(bytes: number): number {
    if (this.limit === null || this.figure.is === 'unknown') return 0;
    return Math.max(0, this.figure.bytes + bytes - this.limit);
  }

  /** Bytes that still fit; undefined: there is no limit. */
  async left(): Promise<number | undefined> {
    if (this.limit === null) return undefined;
    if (this.age() > REFUSE_AGE_MS) await this.measure();
    return this.figure.is === 'measured' ? Math.max(0, this.limit - this.figure.bytes) : undefined;
  }

  /** Bytes of the tree, measured at most a few minutes ago. */
  async used(): Promise<number> {
    if (this.age() > REFRESH_AGE_MS) await this.measure();
    return this.figure.is === 'measured' ? this.figure.bytes : 0;
  }

  /**
   * Refuses with `over-quota` if `bytes` more would not fit. Frees old versions first, even if only the disk is
   * too full; if that does not suffice, the write itself fails.
   */
  async ensureRoom(bytes: number, written = bytes): Promise<void> {
    const short = -this.freeAfter(written);
    if (written > 0 && short > 0) await this.relief.free(short);
    if (this.limit === null || bytes <= 0) return;
    const age = this.age();
    if (age > REFRESH_AGE_MS) void this.measure().catch(() => undefined);
    if (this.fits(bytes)) return;
    if (age > REFUSE_AGE_MS) await this.measure();
    if (!this.fits(bytes)) await this.relief.free(this.lacking(bytes));
    if (!this.fits(bytes)) this.refuse();
  }

  /** Refuses by the last figure, in the middle of a write that was allowed to begin. */
  check(bytes: number): void {
    if (this.limit !== null && this.figure.is === 'measured' && !this.fits(bytes)) this.refuse();
  }

  /**
   * Measures the tree now. The result, which includes what the site's own programs wrote, applies to every later write.
   */
  async sweep(signal: AbortSignal): Promise<TreeSize> {
    const [sweep, begun] = [{ written: 0 }, performance.now()];
    this.sweeps.add(sweep);
    try {
      const size = await measureTree(this.root, signal);
      const isNewest = this.figure.is === 'unknown' || this.figure.begun <= begun;
      if (isNewest)
        this.figure = { is: 'measured', bytes: size.bytes + sweep.written, at: Date.now(), begun };
      return size;
    } finally {
      this.sweeps.delete(sweep);
    }
  }

  /** Counts written bytes, or removed ones as a negative number. */
  count(bytes: number): void {
    for (const sweep of this.sweeps) sweep.written += bytes;
    if (this.figure.is === 'measured') this.figure.bytes += bytes;
  }

  /** Free bytes after `written` more. Cached, because every small file asks for it. */
  private freeAfter(written: number): number {
    const now = performance.now();
    this.free.bytes -= written;
    if (this.free.bytes > FREE_PLENTY && now - this.free.at < FREE_AGE_MS) return this.free.bytes;
    const { bavail, bsize } = statfsSync(this.root.self);
    this.free = { bytes: bavail * bsize - written, at: now };
    return this.free.bytes;
  }

  private refuse(): never {
    throw this.relief.refusal();
  }

  private age(): number {
    return this.figure.is === 'unknown' ? Infinity : Date.now() - this.figure.at;
  }

  private fits(bytes: number): boolean {
    return this.limit === null || (this.figure.is === 'measured' && this.figure.bytes + bytes <= this.limit);
  }

  /** Measures the tree; writes that need this at the same time share it. */
  private measure(): Promise<TreeSize> {
    this.shared ??= this.sweep(new AbortController().signal).finally(() => (this.shared = undefined));
    return this.shared;
  }
}
