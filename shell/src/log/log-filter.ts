import {
  LOG_AREAS,
  LOG_RESULTS,
  LOG_WORD_MAX,
  TASK_PAGE_SIZE,
  TASK_PAGE_SIZES,
  type LogArea,
  type LogFilter as AskedFilter,
  type LogRecord,
} from '@sitedeck/contract';
import { momentsOf, readDays, type DayRange } from '../days/day-range';

export const LOG_TIME_SPANS = ['today', '7d', '30d', 'custom'] as const;
type Span = (typeof LOG_TIME_SPANS)[number];

/** The state of the page, as in its address. */
export interface LogFilter extends DayRange {
  readonly keyword: string;
  readonly actor: string;
  readonly area: LogArea | undefined;
  readonly result: LogRecord['result'] | undefined;
  readonly span: Span | undefined;
  readonly page: number;
  readonly size: number;
}

export type LogFilterKey = keyof LogFilter;

/** Number of days, including today. */
const DAYS = { today: 1, '7d': 7, '30d': 30 } as const;

export function readFilter(params: URLSearchParams): LogFilter {
  const word = (name: string) => (params.get(name) ?? '').slice(0, LOG_WORD_MAX);
  const page = Number(params.get('page'));
  const size = Number(params.get('size'));
  return {
    keyword: word('keyword'),
    actor: word('actor'),
    area: LOG_AREAS.find((area) => area === params.get('area')),
    result: LOG_RESULTS.find((result) => result === params.get('result')),
    span: LOG_TIME_SPANS.find((span) => span === params.get('span')),
    ...readDays(params),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: TASK_PAGE_SIZES.some((offered) => offered === size) ? size : TASK_PAGE_SIZE,
  };
}

export const isFiltered = ({ keyword, actor, area, result, span }: LogFilter): boolean =>
  keyword !== '' || actor !== '' || [area, result, span].some((choice) => choice !== undefined);

/** `from` and `to` count for `custom` only. */
function rangeOf(filter: LogFilter, now: number): Pick<AskedFilter, 'from' | 'to'> {
  const { span } = filter;
  if (span === undefined) return {};
  if (span === 'custom') return momentsOf(filter);
  const today = new Date(now);
  const since = new Date(today.getFullYear(), today.getMonth(), today.getDate() - DAYS[span] + 1);
  return { from: since.toISOString() };
}

/** The server's query, equal throughout the day. @param now ms since 1970 */
export function requestFilterOf(filter: LogFilter, now: number): AskedFilter {
  const { keyword, actor, area = '', result = '' } = filter;
  return { keyword: keyword.trim(), actor: actor.trim(), area, result, ...rangeOf(filter, now) };
}

/** Whether operations that are logged from now on would appear on this page of the list. */
export function showsNewRows(filter: LogFilter, now: number): boolean {
  const { to } = rangeOf(filter, now);
  return filter.page === 1 && (to === undefined || Date.parse(to) > now);
}
