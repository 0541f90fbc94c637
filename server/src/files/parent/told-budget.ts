/** What a child may say without being asked, bytes: each second, and at once. A search answers 24 MiB. */
const EACH_SECOND = 16 * 1024 * 1024;
const AT_ONCE = 128 * 1024 * 1024;
/** What one line costs beside its length; an event is looked at by others, too. */
const LINE_COST = 4 * 1024;
const EVENT_COST = 16 * 1024;

/** How much one child may tell. */
export class ToldBudget {
  private left = AT_ONCE;
  private at = performance.now();

  line(bytes: number): void {
    const now = performance.now();
    this.left = Math.min(AT_ONCE, this.left + ((now - this.at) / 1000) * EACH_SECOND);
    this.at = now;
    this.left -= bytes + LINE_COST;
  }

  event(): void {
    this.left -= EVENT_COST;
  }

  /** It was asked for. */
  answer(bytes: number): void {
    this.left += bytes + LINE_COST;
  }

  get isSpent(): boolean {
    return this.left < 0;
  }
}
