import { addStatus, type StatusCounts } from './status-counts';

/** Visits of one hour; `bytes` is the number of bytes sent. */
export interface VisitCount extends StatusCounts {
  requests: number;
  bytes: number;
}

export const HOUR_MS = 3600_000;
/** Hours are kept for this long, ms; older lines are not counted either. */
export const VISITS_KEPT_MS = 400 * 24 * HOUR_MS;
/** The clock may have been set back since a line was written, ms. */
export const AHEAD_MS = 24 * HOUR_MS;

const none = (): VisitCount => ({
  requests: 0,
  bytes: 0,
  ok: 0,
  redirect: 0,
  clientError: 0,
  serverError: 0,
});

/**
 * Adds up visits by UTC hour (its start, ms since 1970). Hours outside the retention period are dropped, so that a
 * hostile log cannot use up memory.
 */
export class VisitTally {
  readonly hours = new Map<number, VisitCount>();
  private hour = NaN;
  private current = none();
  private readonly from: number;
  private readonly to: number;

  constructor(now: number) {
    this.from = now - VISITS_KEPT_MS;
    this.to = now + AHEAD_MS;
  }

  /**
   * @param at ms since 1970
   * @param status HTTP status; 0 if the visitor left before there was a reply
   */
  add(at: number, status: number, bytes: number): void {
    const count = this.at(Math.floor(at / HOUR_MS) * HOUR_MS);
    if (!count) return;
    count.requests += 1;
    count.bytes += bytes;
    addStatus(count, status);
  }

  private at(hour: number): VisitCount | undefined {
    if (hour === this.hour) return this.current;
    if (hour < this.from || hour > this.to) return undefined;
    const count = this.hours.get(hour) ?? none();
    this.hours.set(hour, count);
    this.hour = hour;
    this.current = count;
    return count;
  }
}
