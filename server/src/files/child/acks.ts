import type { ChildEvent } from '#files/link/child-wire';

/** A parent that does not answer for this long holds no request back, ms. */
const ACK_MS = 3000;

/** Events that the parent writes down before a request is answered: the sender finds its next call unlocked. */
export class Acks {
  private readonly waiting = new Map<number, () => void>();
  private last = 0;

  constructor(private readonly tell: (event: ChildEvent) => void) {}

  /** Resolves when the event is written down. */
  told(event: Extract<ChildEvent, { ack?: number | undefined }>): Promise<void> {
    const ack = ++this.last;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.acknowledged(ack), ACK_MS);
      this.waiting.set(ack, () => {
        clearTimeout(timer);
        resolve();
      });
      this.tell({ ...event, ack });
    });
  }

  acknowledged(ack: number): void {
    this.waiting.get(ack)?.();
    this.waiting.delete(ack);
  }
}
