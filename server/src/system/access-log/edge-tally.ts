import { CDN_RULES_MAX } from '@sitedeck/contract';
import { BoundNames } from './bound-names';
import { NOT_EDGE, type LogLine } from './line-parser';
import { addStatus, type StatusCounts } from './status-counts';
import { AHEAD_MS, HOUR_MS } from './visit-tally';

/** Requests through the edge cache. */
export interface EdgeCount extends StatusCounts {
  requests: number;
  hits: number;
  /** Bytes sent to visitors. */
  bytes: number;
  /** Bytes of hits. */
  hitBytes: number;
  /** Replies of the site with a status of 500 and above. */
  originErrors: number;
}

export interface RuleCount {
  requests: number;
  hits: number;
}

/** Sums by UTC hour and bound domain, and by UTC day and rule; hours and days are their start, ms since 1970. */
export interface EdgeSums {
  readonly hours: ReadonlyMap<number, ReadonlyMap<string, EdgeCount>>;
  readonly days: ReadonlyMap<number, ReadonlyMap<number, RuleCount>>;
}

const DAY_MS = 24 * HOUR_MS;
/** Sums are kept for this long, ms: a month, the month before, and a margin. */
export const EDGE_KEPT_MS = 62 * DAY_MS;
/** Rules of one day, including those that were replaced during the day. Only a forged log has more. */
const RULES_OF_DAY_MAX = 4 * CDN_RULES_MAX;

const noRequests = (): EdgeCount => ({
  requests: 0,
  hits: 0,
  bytes: 0,
  hitBytes: 0,
  originErrors: 0,
  ok: 0,
  redirect: 0,
  clientError: 0,
  serverError: 0,
});

function inner<Key, Value>(outer: Map<number, Map<Key, Value>>, key: number): Map<Key, Value> {
  const known = outer.get(key);
  if (known) return known;
  const added = new Map<Key, Value>();
  outer.set(key, added);
  return added;
}

/** Adds up log lines of the edge. Skips lines of other servers and times outside the retention period. */
export class EdgeTally implements EdgeSums {
  readonly hours = new Map<number, Map<string, EdgeCount>>();
  readonly days = new Map<number, Map<number, RuleCount>>();
  private readonly names: BoundNames;
  private readonly from: number;
  private readonly to: number;
  private hour = NaN;
  private ofHour = new Map<string, EdgeCount>();
  private ofDay = new Map<number, RuleCount>();

  /** @param domains bound domains of the host, in their stored form */
  constructor(now: number, domains: readonly string[]) {
    this.names = new BoundNames(domains);
    this.from = now - EDGE_KEPT_MS;
    this.to = now + AHEAD_MS;
  }

  add(line: Readonly<LogLine>): void {
    if (line.rule === NOT_EDGE || !this.moveTo(Math.floor(line.at / HOUR_MS) * HOUR_MS)) return;
    this.addToDomain(this.names.at(line.bytes, line.hostStart, line.hostEnd), line);
    this.addToRule(line);
  }

  /** False if the hour is outside the retention period. */
  private moveTo(hour: number): boolean {
    if (hour === this.hour) return true;
    if (hour < this.from || hour > this.to) return false;
    this.hour = hour;
    this.ofHour = inner(this.hours, hour);
    this.ofDay = inner(this.days, Math.floor(hour / DAY_MS) * DAY_MS);
    return true;
  }

  private addToDomain(domain: string, { status, sent, isHit }: Readonly<LogLine>): void {
    let count = this.ofHour.get(domain);
    if (!count) this.ofHour.set(domain, (count = noRequests()));
    count.requests += 1;
    count.bytes += sent;
    addStatus(count, status);
    if (isHit) {
      count.hits += 1;
      count.hitBytes += sent;
    } else if (status >= 500) count.originErrors += 1;
  }

  private addToRule({ rule, isHit }: Readonly<LogLine>): void {
    let count = this.ofDay.get(rule);
    if (!count) {
      if (this.ofDay.size >= RULES_OF_DAY_MAX) return;
      this.ofDay.set(rule, (count = { requests: 0, hits: 0 }));
    }
    count.requests += 1;
    if (isHit) count.hits += 1;
  }
}
