import { CDN_URL_MAX } from '@sitedeck/contract';
import { NOT_EDGE, type LogLine } from './line-parser';

export interface AddressCount {
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
/** Addresses that are counted at once. */
const ADDRESSES_MAX = 20_000;

/** Offsets of the path in the request line `GET /a?b HTTP/1.1`; undefined if it names none. */
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

/** nginx writes bytes outside ASCII as `\xHH`, an address as `%HH`. */
const asUrl = (logged: string): string => logged.replaceAll(/\\x([\dA-F]{2})/g, '%$1');

/** Counts the requests of edge addresses. Beyond `limit` addresses it forgets the less requested half. */
export class AddressTally {
  private counts = new Map<string, Counts>();

  constructor(private readonly limit = ADDRESSES_MAX) {}

  add(line: Readonly<LogLine>): void {
    if (line.rule === NOT_EDGE) return;
    const path = pathOf(line);
    if (!path) return;
    const [start, end] = path;
    const { bytes, hostStart, hostEnd } = line;
    // A purge takes no longer address either, and the map stays small whatever visitors request.
    if (hostEnd - hostStart + end - start > CDN_URL_MAX) return;
    const count = this.countOf(
      bytes.toString('latin1', hostStart, hostEnd) + bytes.toString('latin1', start, end),
    );
    count.requests += 1;
    count.bytes += line.sent;
    if (line.isHit) count.hits += 1;
  }

  /** The most requested addresses, at most `many`. */
  top(many: number): AddressCount[] {
    return this.sorted()
      .slice(0, many)
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
