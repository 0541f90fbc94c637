import { parseTable } from './table';

it.each([
  [
    'commas',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'semicolons and Windows line ends',
    'a;b\r\n1,5;2\r\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1\t',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'quotes that hold separators, line ends and quotes',
    '"a,b","c\n""d"""\n1,2',
    [
      ['a,b', 'c\n"d"'],
      ['1', '2'],
    ],
  ],
  ['a mark at the start', '\ufeffa,b', [['a', 'b']]],
  ['a quote that never ends', 'a,"b\nc', [['a', 'b\nc']]],
  ['a quote inside a bare cell', 'a "b",c', [['a "b"', 'c']]],
  ['an empty file', '', []],
])('reads %s', (_what, content, rows) => expect(parseTable(content, 10).rows).toEqual(rows));

it('reads at most the given number of rows, and reports that there are more', () => {
  const content = 'a,b,c\n'.repeat(100_000);
  expect(parseTable(content, 1000)).toMatchObject({ columns: 3, hasMore: true });
  expect(parseTable(content, 1000).rows).toHaveLength(1000);
  expect(parseTable('a\nb', 2).hasMore).toBe(false);
});
