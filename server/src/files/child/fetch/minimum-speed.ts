import { Refusal } from '#faults/refusal';

/** A download holds one of the few places that tasks of all hosts share: it keeps it only while something comes. */
const SPAN_MS = 60_000;
const LEAST_BYTES = 256 * 1024;

/** Refuses with `url-too-slow` where less than 256 KiB came in a minute, over however many connections. */
export class LeastPace {
  private since: number;
  private counted = 0;

  /** @param now ms of a clock that only goes forward */
  constructor(
    private readonly host: string,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.since = now();
  }

  /** Asked often: at each chunk, and before each connection. @param bytes that came since it was asked last */
  check(bytes: number): void {
    this.counted += bytes;
    const at = this.now();
    if (at - this.since < SPAN_MS) return;
    if (this.counted < LEAST_BYTES) throw new Refusal('url-too-slow', { values: { host: this.host } });
    this.since = at;
    this.counted = 0;
  }
}
