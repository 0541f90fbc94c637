import { readLines } from './typed-lines';

it('parses one domain per line, with its stored form', () => {
  expect(readLines('www.a.com\n\n  例子.中国 \r\n*.B.com')).toEqual([
    { is: 'ok', typed: 'www.a.com', name: 'www.a.com', shown: 'www.a.com' },
    { is: 'ok', typed: '例子.中国', name: 'xn--fsqu00a.xn--fiqs8s', shown: '例子.中国' },
    { is: 'ok', typed: '*.B.com', name: '*.b.com', shown: '*.b.com' },
  ]);
});

it('accepts domains that are separated by commas', () => {
  expect(readLines('a.com, b.com；c.com、d.com').map(({ typed }) => typed)).toEqual([
    'a.com',
    'b.com',
    'c.com',
    'd.com',
  ]);
});

it('reports why a line is not a domain, and domains that are typed twice', () => {
  expect(readLines('a.com\nA.com.\nhttp://b.com\n127.0.0.1\nпример.рф')).toMatchObject([
    { is: 'ok' },
    { is: 'refused', why: 'repeated' },
    { is: 'refused', why: 'form' },
    { is: 'refused', why: 'address' },
    { is: 'refused', why: 'script' },
  ]);
});

it('returns no lines for blank text', () => {
  expect(readLines(' \n ,\n')).toEqual([]);
});
