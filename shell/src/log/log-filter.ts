import {
  LOG_AREAS,
  LOG_RESULTS,
  TASK_PAGE_SIZE,
  TASK_PAGE_SIZES,
  type LogArea,
  type LogFilter as AskedFilter,
  type LogRecord,
} from '@sitedeck/contract';

export const SPANS = ['today', '7d', '30d', 'custom'] as const;
type Span = (typeof SPANS)[number];

/** What the page shows, as its address says it. */
export interface LogFilter {
  readonly keyword: string;
  readonly actor: string;
  readonly area: LogArea | undefined;
  readonly result: LogRecord['result'] | undefined;
  readonly span: Span | undefined;
  /** Days of `custom`, `YYYY-MM-DD`; the last one is shown whole. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly page: number;
  readonly size: number;
}

export type LogFilterKey = keyof LogFilter;

/** So many days with today. */
const DAYS = { today: 1, '7d': 7, '30d': 30 } as const;

const MAX_WORD = 200;

/** A day that exists, at its local beginning. */
function startOf(day: string | undefined, later = 0): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? [];
  const start = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(start.getTime()) ? undefined : start;
}

export function readFilter(params: URLSearchParams): LogFilter {
  const word = (name: string) => (params.get(name) ?? '').slice(0, MAX_WORD);
  const day = (name: string) => (startOf(word(name)) ? word(name) : undefined);
  const page = Number(params.get('page'));
  const size = Number(params.get('size'));
  return {
    keyword: word('keyword'),
    actor: word('actor'),
    area: LOG_AREAS.find((area) => area === params.get('area')),
    result: LOG_RESULTS.find((result) => result === params.get('result')),
    span: SPANS.find((span) => span === params.get('span')),
    from: day('from'),
    to: day('to'),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: TASK_PAGE_SIZES.some((offered) => offered === size) ? size : TASK_PAGE_SIZE,
  };
}

export const isFiltered = ({ keyword, actor, area, result, span }: LogFilter): boolean =>
  keyword !== '' || actor !== '' || [area, result, span].some((choice) => choice !== undefined);

function rangeOf({ span, from, to }: LogFilter, now: number): Pick<AskedFilter, 'from' | 'to'> {
  if (span === undefined) return {};
  const today = new Date(now);
  const since =
    span === 'custom'
      ? startOf(from)
      : new Date(today.getFullYear(), today.getMonth(), today.getDate() - DAYS[span] + 1);
  const until = span === 'custom' ? startOf(to, 1) : undefined;
  return { ...(since && { from: since.toISOString() }), ...(until && { to: until.toISOString() }) };
}

/** What the server is asked, the same for as long as the day is. @param now ms since 1970 */
export function askedOf(filter: LogFilter, now: number): AskedFilter {
  const { keyword, actor, area = '', result = '' } = filter;
  return { keyword: keyword.trim(), actor: actor.trim(), area, result, ...rangeOf(filter, now) };
}

/** Whether what happens from now on belongs on this page. */
export function isLive(filter: LogFilter, now: number): boolean {
  const { to } = rangeOf(filter, now);
  return filter.page === 1 && (to === undefined || Date.parse(to) > now);
}
