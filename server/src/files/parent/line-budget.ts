/** Bytes that a child may send besides replies: per second, and in one burst. A search sends 24 MiB. */
const PER_SECOND = 16 * 1024 * 1024;
const BURST = 128 * 1024 * 1024;
/** Cost of a line besides its length; an event costs more, since other processes handle it too. */
const LINE_COST = 4 * 1024;
const EVENT_COST = 16 * 1024;

/** Limits how much one child may send. */
export class LineBudget {
  private left = BURST;
  private at = performance.now();

  line(bytes: number): void {
    const now = performance.now();
    this.left = Math.min(BURST, this.left + ((now - this.at) / 1000) * PER_SECOND);
    this.at = now;
    this.left -= bytes + LINE_COST;
  }

  event(): void {
    this.left -= EVENT_COST;
  }

  /** Returns the cost of a reply, because the parent has asked for it. */
  reply(bytes: number): void {
    this.left += bytes + LINE_COST;
  }

  get isSpent(): boolean {
    return this.left < 0;
  }
}
