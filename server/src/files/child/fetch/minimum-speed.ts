import { Refusal } from '#faults/refusal';

/** Period of the check, ms. A slow download would block one of the few task slots that all hosts share. */
const SPAN_MS = 60_000;
const LEAST_BYTES = 256 * 1024;

/** Refuses with `url-too-slow` if less than 256 KiB arrived in a minute, over all connections. */
export class MinimumSpeed {
  private since: number;
  private counted = 0;

  /** @param now ms of a clock that only goes forward */
  constructor(
    private readonly host: string,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.since = now();
  }

  /** Called at each chunk and before each connection. @param bytes received since the last call */
  check(bytes: number): void {
    this.counted += bytes;
    const at = this.now();
    if (at - this.since < SPAN_MS) return;
    if (this.counted < LEAST_BYTES) throw new Refusal('url-too-slow', { values: { host: this.host } });
    this.since = at;
    this.counted = 0;
  }
}
