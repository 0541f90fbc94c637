import { coversName } from '@sitedeck/contract';
import { BoundNames, UNBOUND } from './bound-names';
import { EdgeTally } from './edge-tally';
import { LineParser } from './line-parser';

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = Date.UTC(2026, 10, 21, 11);
const DAY = Date.UTC(2026, 10, 21);
const DOMAINS = ['a.example', 'www.a.example', '*.a.example', '*.b.example', 'xn--fiqs8s.example'];

interface Request {
  readonly host?: string;
  readonly time?: string;
  readonly status?: number;
  readonly sent?: number;
  /** What follows the host. */
  readonly end?: string;
}

function tallyOf(...requests: readonly Request[]): EdgeTally {
  const tally = new EdgeTally(NOW, DOMAINS);
  const parser = new LineParser((line) => tally.add(line));
  for (const { host = 'a.example', time = '21/Nov/2026:11:59:59', ...of } of requests) {
    const { status = 200, sent = 100, end = 'HIT 1' } = of;
    const line = `::1 - - [${time} +0000] "GET / HTTP/1.1" ${status} 1 "-" "-" ${sent} 0.001 "${host}" ${end}`;
    const bytes = Buffer.from(line, 'latin1');
    parser.read(bytes, 0, bytes.length);
  }
  return tally;
}

const domainsOf = (tally: EdgeTally) => [...tally.hours.values()].flatMap((domains) => [...domains.keys()]);

describe('the tally of edge requests', () => {
  it('adds up requests, hits, bytes and statuses by hour and domain', () => {
    const tally = tallyOf(
      { status: 200, sent: 10 },
      { status: 304, sent: 20, end: 'REVALIDATED 1' },
      { status: 404, sent: 40, end: 'MISS 0' },
      { status: 502, sent: 80, end: 'MISS 0' },
      // The site failed earlier; this visitor got a copy.
      { status: 503, sent: 160, end: 'STALE 1' },
      { host: 'www.a.example' },
      { time: '21/Nov/2026:10:00:00' },
    );
    expect(tally.hours.get(HOUR)?.get('a.example')).toEqual({
      ...{ requests: 5, hits: 3, bytes: 310, hitBytes: 190, originErrors: 1 },
      ...{ ok: 1, redirect: 1, clientError: 1, serverError: 2 },
    });
    expect(tally.hours.get(HOUR)?.get('www.a.example')).toMatchObject({ requests: 1, hits: 1 });
    expect(tally.hours.get(HOUR - 3600_000)?.get('a.example')).toMatchObject({ requests: 1 });
  });

  it('adds up requests and hits by UTC day and rule', () => {
    const tally = tallyOf(
      { end: 'HIT 2' },
      { end: 'MISS 2' },
      { end: '- 3' },
      { end: 'MISS 0' },
      { time: '20/Nov/2026:23:59:59', end: 'HIT 2' },
    );
    const rules = (day: number) => [...(tally.days.get(day) ?? [])].sort(([one], [other]) => one - other);
    expect(rules(DAY)).toEqual([
      [0, { requests: 1, hits: 0 }],
      [2, { requests: 2, hits: 1 }],
      [3, { requests: 1, hits: 0 }],
    ]);
    expect(rules(DAY - 86_400_000)).toEqual([[2, { requests: 1, hits: 1 }]]);
  });

  it('skips lines of servers without an edge', () => {
    const tally = tallyOf({ end: '-' }, { end: 'HIT' }, { end: 'HIT x' });
    expect([tally.hours.size, tally.days.size]).toEqual([0, 0]);
  });

  it('skips lines older than 62 days, or more than a day in the future', () => {
    const tally = tallyOf(
      { time: '20/Sep/2026:11:00:00' },
      { time: '23/Nov/2026:11:00:00' },
      { time: '20/Sep/2026:12:00:00', host: 'www.a.example' },
    );
    expect(domainsOf(tally)).toEqual(['www.a.example']);
  });

  it('counts all unbound names as one', () => {
    const hosts = Array.from({ length: 5000 }, (_, n) => ({ host: `x${n}.y.a.example` }));
    const tally = tallyOf(...hosts, { host: '' }, { host: '-' }, { host: 'x'.repeat(40_000) });
    expect(domainsOf(tally)).toEqual([UNBOUND]);
    expect(tally.hours.get(HOUR)?.get(UNBOUND)).toMatchObject({ requests: 5003 });
  });

  it('counts all names that a wildcard covers under the wildcard', () => {
    const hosts = Array.from({ length: 5000 }, (_, n) => ({ host: `x${n}.a.example` }));
    expect(domainsOf(tallyOf(...hosts))).toEqual(['*.a.example']);
  });

  it('bounds its memory if a hostile log invents rules', () => {
    const tally = tallyOf(...Array.from({ length: 5000 }, (_, n) => ({ end: `HIT ${n}` })));
    expect(tally.days.get(DAY)?.size).toBe(200);
    expect(tally.hours.get(HOUR)?.get('a.example')).toMatchObject({ requests: 5000 });
  });
});

describe('the domain of a requested name', () => {
  const NAMES = [
    ...DOMAINS,
    'x.a.example',
    'x.y.a.example',
    'b.example',
    'x.b.example',
    '*.b.example',
    '.b.example',
    'xa.example',
    'aa.example',
    'example',
    '',
    '.',
    'a.example.',
    '[::1]',
    'a\\x22.example',
    '__proto__',
  ];

  it.each(NAMES)('agrees with coversName for "%s"', (name) => {
    const expected = DOMAINS.includes(name) ? name : DOMAINS.find((domain) => coversName(domain, name));
    const line = Buffer.from(`"${name}"`);
    expect(new BoundNames(DOMAINS).at(line, 1, line.length - 1)).toBe(expected ?? UNBOUND);
  });

  it('distinguishes names with equal hashes', () => {
    // The hash reads names from their end, with 31 as its base: `aA` and `BB` are equal.
    const names = new BoundNames(['aA.example', 'BB.example']);
    const at = (name: string) => names.at(Buffer.from(name), 0, name.length);
    expect(['aA.example', 'BB.example', 'Bb.example'].map(at)).toEqual(['aA.example', 'BB.example', UNBOUND]);
  });
});
