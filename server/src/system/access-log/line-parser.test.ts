import { LineParser, NOT_EDGE } from './line-parser';
import { VisitTally } from './visit-tally';

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = Date.UTC(2026, 10, 21, 11);

function count(...lines: readonly string[]) {
  const tally = new VisitTally(NOW);
  const parser = new LineParser(({ at, status, sent }) => tally.add(at, status, sent));
  for (const line of lines) {
    const bytes = Buffer.from(line, 'latin1');
    parser.read(bytes, 0, bytes.length);
  }
  return { hours: tally.hours, unparsed: parser.unparsed };
}

interface Visit {
  readonly user?: string;
  readonly time?: string;
  readonly request?: string;
  readonly status?: string;
  readonly referer?: string;
  readonly agent?: string;
  readonly sent?: string;
  readonly host?: string;
  /** What follows the host. */
  readonly end?: string;
}

const line = (visit: Visit = {}): string => {
  const { user = '-', time = '21/Nov/2026:11:59:59 +0000', request = 'GET / HTTP/1.1' } = visit;
  const { status = '200', referer = '-', agent = 'curl/7.88', sent = '843', host = 'a.example' } = visit;
  const { end = '-' } = visit;
  return `203.0.113.9 - ${user} [${time}] "${request}" ${status} 612 "${referer}" "${agent}" ${sent} 0.001 "${host}" ${end}`;
};

/** The fields of a line that only the edge statistics use. */
function edgeOf(text: string) {
  const read: object[] = [];
  const parser = new LineParser(({ bytes, rule, isHit, ...at }) => {
    const part = (start: number, end: number) => bytes.toString('latin1', start, end);
    const request = part(at.requestStart, at.requestEnd);
    read.push({ rule, isHit, request, host: part(at.hostStart, at.hostEnd) });
  });
  const bytes = Buffer.from(`before${text}`, 'latin1');
  parser.read(bytes, 'before'.length, bytes.length);
  return read;
}

const hoursOf = (tally: Pick<VisitTally, 'hours'>) => [...tally.hours.keys()];

describe('a line of the access log', () => {
  it('counts a request, its bytes sent and its status class', () => {
    const statuses = ['200', '206', '101', '301', '304', '404', '499', '500', '503'];
    const tally = count(...statuses.map((status) => line({ status })));
    expect(tally.hours.get(HOUR)).toEqual({
      requests: 9,
      bytes: 9 * 843,
      ok: 3,
      redirect: 2,
      clientError: 2,
      serverError: 2,
    });
    expect(tally.unparsed).toBe(0);
  });

  it('counts a visitor who left before the reply as a client error', () => {
    expect(count(line({ status: '000' })).hours.get(HOUR)).toMatchObject({
      requests: 1,
      clientError: 1,
      ok: 0,
    });
  });

  it.each([
    ['21/Nov/2026:11:00:00 +0000', '2026-11-21T11:00:00.000Z'],
    ['21/Nov/2026:20:15:00 +0900', '2026-11-21T11:00:00.000Z'],
    ['21/Nov/2026:01:15:00 -0900', '2026-11-21T10:00:00.000Z'],
    ['21/Nov/2026:16:40:00 +0530', '2026-11-21T11:00:00.000Z'],
    ['01/Nov/2026:00:30:00 +0200', '2026-10-31T22:00:00.000Z'],
    ['29/Feb/2026:00:30:00 +0000', '2026-03-01T00:00:00.000Z'],
  ])('counts %s in the hour of %s', (time, hour) => {
    expect(hoursOf(count(line({ time }))).map((at) => new Date(at).toISOString())).toEqual([hour]);
  });

  it('skips lines older than 400 days, or more than a day in the future', () => {
    const tally = count(
      line({ time: '16/Oct/2025:11:00:00 +0000' }),
      line({ time: '23/Nov/2026:11:00:00 +0000' }),
      line({ time: '21/Nov/9026:11:00:00 +0000' }),
    );
    expect(hoursOf(tally)).toEqual([]);
  });

  it.each([
    ['a quote in the request', { request: 'GET /\\x22 500 9 \\x22-\\x22 HTTP/1.1' }],
    ['a backslash at the end of the agent', { agent: 'Mozilla\\x5C' }],
    ['a time in the name of the user', { user: 'x [01/Jan/2020:00:00:00 +0000] ' }],
    ['a bracket that never closes', { user: '[[[[', referer: ']]' }],
    ['no request at all', { request: '', status: '200' }],
    ['binary where a request should be', { request: '\\x16\\x03\\x01\\x02\\x00\\x01\\x00' }],
    ['bytes that no encoding knows', { request: 'GET /\xff\xfe\x80 HTTP/1.1', agent: '\xc3\x28' }],
    ['a host with blanks', { host: 'a b 1 2 3' }],
    ['130,000 characters', { request: `GET /${'\\xFF'.repeat(32_000)} HTTP/1.1` }],
  ])('reads a line with %s', (_name, visit: Visit) => {
    const tally = count(line(visit));
    expect(tally.unparsed).toBe(0);
    expect(tally.hours.get(HOUR)).toMatchObject({ requests: 1, bytes: 843, ok: 1 });
  });

  it.each([
    ['nothing', ''],
    ['words', 'out of memory'],
    ['quotes alone', '"'.repeat(10_000)],
    ['zeros', '\0'.repeat(100)],
    ['a line that was cut', line().slice(0, 90)],
    ['a line that was cut after its last quote but one', line().slice(0, -14)],
    ['a status in words', line({ status: 'abc' })],
    ['negative bytes', line({ sent: '-1' })],
    ['more bytes than there can be', line({ sent: '9'.repeat(40) })],
    ['a month that is none', line({ time: '21/Foo/2026:11:00:00 +0000' })],
    ['an hour that is none', line({ time: '21/Nov/2026:25:00:00 +0000' })],
    ['a time in letters', line({ time: 'xx/Nov/2026:11:00:00 +0000' })],
  ])('rejects %s', (_name, text) => {
    const tally = count(text, line());
    expect(tally.unparsed).toBe(1);
    expect(tally.hours.get(HOUR)?.requests).toBe(1);
  });

  it('reads a line that follows one cut short by a full disk', () => {
    const tally = count(line({ sent: '111' }).slice(0, 95) + line({ sent: '222', status: '404' }));
    expect(tally.hours.get(HOUR)).toMatchObject({ requests: 1, bytes: 222, clientError: 1 });
  });

  it('bounds its memory if a hostile log invents times', () => {
    const days = Array.from({ length: 3000 }, (_, n) => new Date(NOW - n * 86_400_000));
    const tally = count(
      ...days.map((day) => {
        const [, date = '', month = '', year = ''] = day.toUTCString().split(' ');
        return line({ time: `${date}/${month}/${year}:11:00:00 +0000` });
      }),
    );
    expect(tally.hours.size).toBe(400);
    expect(tally.unparsed).toBe(0);
  });

  it.each([
    ['HIT', true],
    ['STALE', true],
    ['UPDATING', true],
    ['REVALIDATED', true],
    ['MISS', false],
    ['EXPIRED', false],
    ['BYPASS', false],
    ['HITS', false],
    ['HI', false],
    ['-', false],
  ])('reads the cache status %s of an edge line', (status, isHit) => {
    const visit = { request: 'GET /a?b HTTP/1.1', host: 'www.a.example', end: `${status} 3` };
    const read = { rule: 3, isHit, request: visit.request, host: visit.host };
    expect(edgeOf(line(visit))).toEqual([read]);
    expect(count(line(visit)).hours.get(HOUR)).toMatchObject({ requests: 1, bytes: 843 });
  });

  it.each([
    ['HIT 0', 0],
    ['HIT 999999', 999_999],
  ])('reads the rule of %s', (end, rule) => {
    expect(edgeOf(line({ end }))).toMatchObject([{ rule }]);
  });

  it.each([
    '-',
    '',
    ' ',
    'HIT',
    'HIT ',
    ' 3',
    '3',
    'HIT  3',
    'HIT 3 ',
    'HIT 3 4',
    'HIT -',
    'HIT -1',
    'HIT 3x',
    'HIT 1234567',
    '2026 HIT',
  ])('parses a line that ends in "%s" as one without an edge', (end) => {
    expect(edgeOf(line({ end }))).toMatchObject([{ rule: NOT_EDGE, isHit: false }]);
    expect(count(line({ end })).hours.get(HOUR)).toMatchObject({ requests: 1, bytes: 843 });
  });

  it.each([
    ['a host that ends like an edge line', { host: 'a.example HIT 3' }],
    ['an escaped quote in the host', { host: 'a.example\\x22 HIT 3' }],
    ['an agent that ends like an edge line', { agent: '\\x22a.example\\x22 HIT 3' }],
  ])('reads %s as part of its own field, not as the end of the line', (_name, visit: Visit) => {
    expect(edgeOf(line(visit))).toMatchObject([{ rule: NOT_EDGE }]);
    expect(edgeOf(line({ ...visit, end: 'MISS 7' }))).toMatchObject([{ rule: 7, isHit: false }]);
  });
});
