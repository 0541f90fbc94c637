const CAPACITY = 10_000;

/**
 * Rows kept in memory until some process announces a change (`live.ts`). It keeps nothing while announcements
 * may be missed, so that it never serves a row that another process has deleted.
 */
export class LiveCache<Value> {
  private readonly entries = new Map<string, Value>();
  private generation = 0;
  private connected = false;

  /** @param capacity maximum number of entries; the oldest are dropped first */
  constructor(private readonly capacity = CAPACITY) {}

  peek(key: string): Value | undefined {
    return this.entries.get(key);
  }

  /** Reads and keeps a value, unless a change was announced during the read: the value may be outdated. */
  async load<Read extends Value | undefined>(key: string, read: () => Promise<Read>): Promise<Read> {
    const before = this.generation;
    const value = await read();
    if (value === undefined || !this.connected || before !== this.generation) return value;
    const oldest = this.entries.size >= this.capacity ? this.entries.keys().next() : undefined;
    if (oldest && !oldest.done) this.entries.delete(oldest.value);
    this.entries.set(key, value);
    return value;
  }

  forget(key: string): void {
    this.generation += 1;
    this.entries.delete(key);
  }

  forgetWhere(matches: (value: Value) => boolean): void {
    this.generation += 1;
    for (const [key, value] of this.entries) if (matches(value)) this.entries.delete(key);
  }

  setConnected(connected: boolean): void {
    this.connected = connected;
    this.generation += 1;
    this.entries.clear();
  }
}
