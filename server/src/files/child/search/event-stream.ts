import type { Disk } from '../disk';

/** How the child tells the events of one call: many at a time, and not faster than they are taken. */
export interface Outlet {
  readonly progress: (value: unknown) => void;
  readonly taken: () => Promise<void>;
  readonly signal: AbortSignal;
}

export interface StreamControl extends Outlet {
  readonly disk: Disk;
}

/** What waits is sent when it is this old, ms, or has this many characters. */
const SEND_MS = 100;
const SEND_CHARACTERS = 64 * 1024;

/** Events of a stream, gathered. */
export class EventStream<Event extends object> {
  private waiting: Event[] = [];
  private size = 0;
  private sentAt = 0;
  private total = 0;

  constructor(private readonly outlet: Outlet) {}

  /** Characters told so far. */
  get told(): number {
    return this.total;
  }

  async tell(event: Event): Promise<void> {
    const { length } = JSON.stringify(event);
    this.waiting.push(event);
    this.size += length;
    this.total += length;
    if (this.size >= SEND_CHARACTERS || performance.now() - this.sentAt >= SEND_MS) await this.send();
  }

  async send(): Promise<void> {
    if (this.waiting.length === 0) return;
    await this.outlet.taken();
    this.outlet.signal.throwIfAborted();
    this.outlet.progress({ events: this.waiting });
    this.waiting = [];
    this.size = 0;
    this.sentAt = performance.now();
  }
}
