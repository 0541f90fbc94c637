import { CDN_URL_MAX } from '@sitedeck/contract';
import { NOT_EDGE, type LogLine } from './line-parser';

export interface UrlCount {
  /** Host and path, without scheme and query string. */
  readonly url: string;
  readonly requests: number;
  readonly hits: number;
  readonly bytes: number;
}

type Counts = { requests: number; hits: number; bytes: number };

const SPACE = 0x20;
const SLASH = 0x2f;
const QUESTION_MARK = 0x3f;
/** URLs in memory at a time. */
const URLS_MAX = 20_000;

/** Offsets of the path in the request line `GET /a?b HTTP/1.1`; undefined if there is none. */
function pathOf({
  bytes,
  requestStart,
  requestEnd,
}: Readonly<LogLine>): readonly [number, number] | undefined {
  let start = requestStart;
  while (start < requestEnd && bytes[start] !== SPACE) start += 1;
  start += 1;
  if (start >= requestEnd || bytes[start] !== SLASH) return undefined;
  let end = start;
  while (end < requestEnd && bytes[end] !== SPACE && bytes[end] !== QUESTION_MARK) end += 1;
  return [start, end];
}

/** nginx logs bytes outside ASCII as `\xHH`; a URL has `%HH`. */
const asUrl = (logged: string): string => logged.replaceAll(/\\x([\dA-F]{2})/g, '%$1');

/** Counts requests through the edge by URL. Beyond `limit` URLs it drops the less requested half. */
export class UrlTally {
  private counts = new Map<string, Counts>();

  constructor(private readonly limit = URLS_MAX) {}

  add(line: Readonly<LogLine>): void {
    if (line.rule === NOT_EDGE) return;
    const path = pathOf(line);
    if (!path) return;
    const [start, end] = path;
    const { bytes, hostStart, hostEnd } = line;
    // A purge accepts no longer URL either, and this keeps the map small whatever visitors request.
    if (hostEnd - hostStart + end - start > CDN_URL_MAX) return;
    const count = this.countOf(
      bytes.toString('latin1', hostStart, hostEnd) + bytes.toString('latin1', start, end),
    );
    count.requests += 1;
    count.bytes += line.sent;
    if (line.isHit) count.hits += 1;
  }

  /** The most requested URLs, at most `limit`. */
  top(limit: number): UrlCount[] {
    return this.sorted()
      .slice(0, limit)
      .map(([logged, counts]) => ({ url: asUrl(logged), ...counts }));
  }

  private countOf(url: string): Counts {
    const known = this.counts.get(url);
    if (known) return known;
    if (this.counts.size >= this.limit) this.counts = new Map(this.sorted().slice(0, this.limit / 2));
    const added = { requests: 0, hits: 0, bytes: 0 };
    this.counts.set(url, added);
    return added;
  }

  private sorted(): [string, Counts][] {
    return [...this.counts].sort(([, one], [, other]) => other.requests - one.requests);
  }
}
