import type { HostCode } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';

/** Events that the pages of one host may report within the time span; more would only fill the log. */
const EVENTS_MAX = 200;
const WINDOW_MS = 60_000;
/** Above this number of hosts, those whose time span is over are forgotten. */
const HOSTS_KEPT = 1000;

interface Window {
  readonly began: number;
  readonly reported: number;
}

/** Limits reports about remotes, since any session or embed token may send them at any rate. */
export class EventAllowance {
  private readonly windows = new Map<HostCode, Window>();

  constructor(private readonly now: () => number) {}

  /** Refuses with `too-many-attempts` for events beyond the limit. */
  take(hostCode: HostCode, count: number): void {
    const now = this.now();
    const { began, reported } = this.windowOf(hostCode, now);
    if (reported + count > EVENTS_MAX) {
      const seconds = Math.ceil((began + WINDOW_MS - now) / 1000);
      throw new Refusal('too-many-attempts', { retryAfter: seconds, values: { seconds } });
    }
    this.windows.set(hostCode, { began, reported: reported + count });
  }

  private windowOf(hostCode: HostCode, now: number): Window {
    if (this.windows.size >= HOSTS_KEPT)
      for (const [host, { began }] of this.windows) if (now >= began + WINDOW_MS) this.windows.delete(host);
    const known = this.windows.get(hostCode);
    return known && now < known.began + WINDOW_MS ? known : { began: now, reported: 0 };
  }
}
