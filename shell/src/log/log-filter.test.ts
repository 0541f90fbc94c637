import { requestFilterOf, isFiltered, showsNewRows, readFilter } from './log-filter';

const NOON = new Date(2026, 10, 21, 12).getTime();
const read = (query: string) => readFilter(new URLSearchParams(query));
const local = (year: number, month: number, day: number) => new Date(year, month - 1, day).toISOString();
const range = (query: string) => {
  const { from, to } = requestFilterOf(read(query), NOON);
  return [from, to];
};

it('reads filters and page from the address, and ignores invalid values', () => {
  expect(read('keyword=a&actor=b&area=files&result=refused&span=7d&page=3&size=50')).toMatchObject({
    keyword: 'a',
    actor: 'b',
    area: 'files',
    result: 'refused',
    span: '7d',
    page: 3,
    size: 50,
  });
  expect(read('area=x&result=y&span=z&page=-1&size=33&from=2026-13-40x')).toMatchObject({
    area: undefined,
    result: undefined,
    span: undefined,
    from: undefined,
    page: 1,
    size: 20,
  });
});

it('counts days including today, from local midnight', () => {
  expect(range('span=today')).toEqual([local(2026, 11, 21), undefined]);
  expect(range('span=7d')).toEqual([local(2026, 11, 15), undefined]);
  expect(range('span=30d')).toEqual([local(2026, 10, 23), undefined]);
});

it('includes the last day of a chosen range', () => {
  expect(range('span=custom&from=2026-11-01&to=2026-11-03')).toEqual([
    local(2026, 11, 1),
    local(2026, 11, 4),
  ]);
  expect(range('span=custom')).toEqual([undefined, undefined]);
});

it('follows new rows on page 1 only, and not if the range has ended', () => {
  const live = ['', 'span=7d', 'span=custom&to=2026-11-21', 'page=2', 'span=custom&to=2026-11-20'];
  expect(live.map((query) => showsNewRows(read(query), NOON))).toEqual([true, true, true, false, false]);
});

it('detects whether any filter is set', () => {
  expect(['', 'page=2', 'actor=a', 'span=today'].map((query) => isFiltered(read(query)))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
