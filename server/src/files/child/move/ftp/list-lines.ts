import type { SourceEntry, SourceTime } from '../source';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** At most 15 digits: a number that JavaScript counts exactly. */
export function sizeIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** `YYYYMMDDHHMMSS`, with a fraction if there is one, in UTC (RFC 3659, 2.3). */
export function timeIn(text: string | undefined): SourceTime | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?$/.exec(text ?? '') ?? [];
  if (second === undefined) return undefined;
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(ms) ? undefined : { ms, spanMs: SECOND_MS };
}

/** Names of types in MLSD: RFC 3659, and what servers call a symlink. */
function factType(type: string | undefined): SourceEntry['type'] | 'skipped' {
  switch (type) {
    case 'file':
      return 'file';
    case 'dir':
      return 'folder';
    case 'cdir':
    case 'pdir':
      return 'skipped';
    default:
      return type?.includes('link') === true ? 'link' : 'other';
  }
}

/** One line of MLSD: `fact=value;fact=value; name`. Undefined for one that lists no entry. */
export function parseFacts(line: string): SourceEntry | undefined {
  const at = line.indexOf(' ');
  const name = line.slice(at + 1);
  if (at < 0 || name === '') return undefined;
  const facts = new Map<string, string>();
  for (const fact of line.slice(0, at).split(';')) {
    const is = fact.indexOf('=');
    if (is > 0) facts.set(fact.slice(0, is).toLowerCase(), fact.slice(is + 1));
  }
  const type = factType(facts.get('type')?.toLowerCase());
  if (type === 'skipped') return undefined;
  const identity = facts.get('unique');
  return {
    name,
    type,
    size: sizeIn(facts.get('size')),
    time: timeIn(facts.get('modify')),
    ...(identity !== undefined && { identity }),
  };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A line of `ls -l`: mode, links, owner, group or not, size, date, name. */
const UNIX =
  /^([-dlbcpsD])[-rwxsStTlL]{9}[.+@]?\s+(?:\d+\s+)?\S.*?\s(\d{1,15})\s+([A-Za-z]{3})\s+(\d{1,2})\s+(?:(\d{1,2}):(\d\d)|(\d{4})) (.+)$/s;

/** `ls` leaves the year out for the last six months, and the time before. */
function unixTime([month, day, hour, minute, year]: readonly (string | undefined)[], now: number) {
  const number = MONTHS.indexOf((month ?? '').toLowerCase());
  if (number < 0) return undefined;
  if (year !== undefined) return { ms: Date.UTC(Number(year), number, Number(day)), spanMs: DAY_MS };
  const inYear = (one: number) => Date.UTC(one, number, Number(day), Number(hour), Number(minute));
  const thisYear = new Date(now).getUTCFullYear();
  // The server's zone may be a day ahead.
  const ms = inYear(thisYear) > now + DAY_MS ? inYear(thisYear - 1) : inYear(thisYear);
  return { ms, spanMs: MINUTE_MS };
}

function unixType(letter: string | undefined): SourceEntry['type'] {
  if (letter === '-') return 'file';
  if (letter === 'd') return 'folder';
  return letter === 'l' ? 'link' : 'other';
}

function parseUnix(line: string, now: number): SourceEntry | undefined {
  const [, letter, size, month, day, hour, minute, year, rest = ''] = UNIX.exec(line) ?? [];
  if (letter === undefined) return undefined;
  const type = unixType(letter);
  const name = type === 'link' ? (rest.split(' -> ')[0] ?? rest) : rest;
  return { name, type, size: sizeIn(size), time: unixTime([month, day, hour, minute, year], now) };
}

/** `09-28-26  05:17PM  <DIR>  name`, of IIS and others; the year has two or four digits. */
const DOS = /^(\d\d)-(\d\d)-(\d\d|\d{4})\s+(\d\d):(\d\d)\s?([AP]M)?\s+(?:<(\w+)>|(\d{1,15})) +(.+)$/s;

function parseDos(line: string): SourceEntry | undefined {
  const [, month, day, year, hour, minute, half, mark, size, name] = DOS.exec(line) ?? [];
  if (name === undefined || year === undefined) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  const fullYear = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900);
  const ms = Date.UTC(fullYear, Number(month) - 1, Number(day), hours, Number(minute));
  const type = mark === undefined ? 'file' : mark === 'DIR' ? 'folder' : 'link';
  return { name, type, size: sizeIn(size), time: { ms, spanMs: MINUTE_MS } };
}

const isDot = ({ name }: SourceEntry): boolean => name === '.' || name === '..';

/**
 * One line of LIST, in the form of `ls -l` or of DOS. Undefined for a line that lists no entry.
 * @param now ms, for dates without a year
 */
export function parseListLine(line: string, now: number): SourceEntry | undefined {
  const entry = parseUnix(line, now) ?? parseDos(line);
  return entry && !isDot(entry) ? entry : undefined;
}
