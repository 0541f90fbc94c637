import { statfsSync } from 'node:fs';
import { Refusal } from '#faults/refusal';
import { measureTree, type TreeSize } from './measure';
import type { Folder } from './walk';

/** A figure older than this is measured anew before a write is refused because of it, ms. */
const REFUSE_AGE_MS = 5000;
/** A figure older than this is measured anew in the background, ms. */
const REFRESH_AGE_MS = 5 * 60_000;
/** What the disk says of its room is true for this long, ms, as long as it says that there is plenty, bytes. */
const FREE_AGE_MS = 100;
const FREE_PLENTY = 256 * 1024 * 1024;

type Figure =
  | { readonly is: 'unknown' }
  /** `begun`: when its sweep began, ms. */
  | { readonly is: 'measured'; bytes: number; readonly at: number; readonly begun: number };

/** The running sweep, and what we have written since it began. */
interface Sweep {
  written: number;
}

export interface Relief {
  /** Frees that many bytes, or none where it can't. */
  free(bytes: number): Promise<void>;
  refusal(): Refusal;
}

/**
 * Disk quota by a measured sweep plus our own writes. It stops this service's writes; what the site's own programs
 * write is counted by the next sweep, for whatever reason that runs.
 */
export class Quota {
  private figure: Figure = { is: 'unknown' };
  private readonly sweeps = new Set<Sweep>();
  private shared: Promise<TreeSize> | undefined;
  private free = { bytes: 0, at: 0 };
  private relief: Relief = { free: async () => undefined, refusal: () => new Refusal('over-quota') };

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

  /** @param relief what can spare bytes before a write is refused, and what is told to whoever is refused */
  relieveBy(relief: Relief): void {
    this.relief = relief;
  }

  /** How many bytes would be too many with `bytes` more, by the last figure. */
  lacking(bytes: number): number {
    if (this.limit === null || this.figure.is === 'unknown') return 0;
    return Math.max(0, this.figure.bytes + bytes - this.limit);
  }

  /** Bytes that still fit, for a write that is to be ended there; undefined: as many as there are. */
  async left(): Promise<number | undefined> {
    if (this.limit === null) return undefined;
    if (this.age() > REFUSE_AGE_MS) await this.measure();
    return this.figure.is === 'measured' ? Math.max(0, this.limit - this.figure.bytes) : undefined;
  }

  /** Bytes that the tree takes, measured a few minutes ago at most. */
  async used(): Promise<number> {
    if (this.age() > REFRESH_AGE_MS) await this.measure();
    return this.figure.is === 'measured' ? this.figure.bytes : 0;
  }

  /**
   * Refuses with `over-quota` where `bytes` more would not fit. What can be spared goes first, also where only the disk is
   * too full for what is written; that the disk is full, the write itself says.
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

  /** Refuses at once by the last figure; for the middle of a write that was let in. */
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

  /** Counts what was written, or, negative, what went. */
  count(bytes: number): void {
    for (const sweep of this.sweeps) sweep.written += bytes;
    if (this.figure.is === 'measured') this.figure.bytes += bytes;
  }

  /** Bytes, once `written` are; asked of the disk no more often than needed, as each of very many small files asks here. */
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

  /** A sweep that a write needs; writes that need one at the same time share it. */
  private measure(): Promise<TreeSize> {
    this.shared ??= this.sweep(new AbortController().signal).finally(() => (this.shared = undefined));
    return this.shared;
  }
}
