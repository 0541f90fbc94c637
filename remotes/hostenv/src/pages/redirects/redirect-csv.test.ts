import { readImport, writeCsv } from './redirect-csv';
import { coveredBy } from './redirect-form';

const problems = (text: string) => readImport(text, []).map(({ line, problem }) => [line, problem]);

it.each([
  ['commas', '/old,https://a.com/new,1,0'],
  ['semicolons', '/old;https://a.com/new;true;false'],
  ['tabs', '/old\thttps://a.com/new\t是\t否'],
  ['blanks', '/old  https://a.com/new 1 0'],
  ['an arrow', '/old => https://a.com/new 1'],
  ['quotes', '"/old","https://a.com/new","1","0"'],
])('reads a line with %s', (_what, line) => {
  const [read] = readImport(line, []);
  expect(read).toMatchObject({
    redirect: { source: '/old', target: 'https://a.com/new', keepPath: true, keepQuery: false },
    problem: undefined,
  });
});

it('reports the problem of each line, and skips lines that are no redirect', () => {
  const text = [
    'source,target',
    '',
    '# remark',
    '/a',
    'a b,/c',
    '/d,ftp://x/',
    '/e,/e',
    '/f,/g',
    '/f,/h',
  ].join('\r\n');
  expect(problems(text)).toEqual([
    [4, 'parts'],
    [5, 'source'],
    [6, 'target'],
    [7, 'same'],
    [8, undefined],
    [9, 'twice'],
  ]);
});

it('reads its own output', () => {
  const redirects = [
    { source: 'old.example.com', target: 'https://a.com/?a=1,2', keepPath: true, keepQuery: false },
    { source: '/say"hi"', target: '/b', keepPath: false, keepQuery: true },
  ];
  expect(readImport(writeCsv(redirects), []).map(({ redirect }) => redirect)).toEqual(redirects);
});

it('finds redirects that are never reached', () => {
  const to = (source: string, keepPath = false) => ({ source, target: '/x', keepPath, keepQuery: false });
  const list = [
    to('old.example.com'),
    to('old.example.com/a'),
    to('/b', true),
    to('/b/c'),
    to('/bc'),
    to('/d'),
    to('/d/e'),
  ];
  expect(list.map((_redirect, index) => coveredBy(list, index))).toEqual([
    undefined,
    0,
    undefined,
    2,
    undefined,
    undefined,
    undefined,
  ]);
});
