import type { EventSender } from '../verb';

/** Events are sent when the first is this old, ms, or when they have this many characters. */
const SEND_MS = 100;
const SEND_CHARACTERS = 64 * 1024;

/** Sends the events of a stream, several in one message. */
export class EventStream<Event extends object> {
  private waiting: Event[] = [];
  private size = 0;
  private sentAt = 0;
  private total = 0;

  constructor(private readonly outlet: EventSender) {}

  /** Characters sent so far. */
  get sentCharacters(): number {
    return this.total;
  }

  async add(event: Event): Promise<void> {
    const { length } = JSON.stringify(event);
    this.waiting.push(event);
    this.size += length;
    this.total += length;
    if (this.size >= SEND_CHARACTERS || performance.now() - this.sentAt >= SEND_MS) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    await this.outlet.taken();
    this.outlet.signal.throwIfAborted();
    this.outlet.progress({ events: this.waiting });
    this.waiting = [];
    this.size = 0;
    this.sentAt = performance.now();
  }
}
