import { CDN_URL_MAX } from '@sitedeck/contract';
import { readUrls } from './typed-urls';

const DOMAINS = [
  { name: 'www.a.com', isOn: true },
  { name: 'off.a.com', isOn: false },
  { name: '*.a.com', isOn: true },
  { name: '*.img.a.com', isOn: false },
  { name: 'b.xn--fiqs8s', isOn: true },
];
const problems = (typed: string) => readUrls(typed, DOMAINS).map(({ problem }) => problem);

it('parses one URL per line, without surrounding blanks and empty lines', () => {
  expect(readUrls('  https://www.a.com/a.png \r\n\n http://www.a.com/b,c ', DOMAINS)).toEqual([
    { typed: 'https://www.a.com/a.png', problem: undefined },
    { typed: 'http://www.a.com/b,c', problem: undefined },
  ]);
});

it.each([
  ['www.a.com/a.png', 'invalid'],
  ['ftp://www.a.com/', 'invalid'],
  ['https:///a.png', 'invalid'],
  ['https://www.a.com/a b', 'invalid'],
  ['https://www.a.com:99999/', 'invalid'],
  ['https://user@www.a.com/', 'invalid'],
  ['https://other.com/', 'foreign'],
  ['https://one.two.a.com/', 'foreign'],
  ['https://WWW.A.com', undefined],
  ['https://www.a.com:8443/', undefined],
  ['https://b.中国/图', undefined],
  [`https://www.a.com/${'a'.repeat(CDN_URL_MAX)}`, 'long'],
])('judges %s', (typed, problem) => {
  expect(problems(typed)).toEqual([problem]);
});

it.each([
  ['an exact name before a wildcard', 'https://off.a.com/', 'foreign'],
  ['a wildcard', 'https://any.a.com/', undefined],
  ['the wildcard of that level', 'https://one.img.a.com/', 'foreign'],
])('uses the CDN switch of %s', (_what, typed, problem) => {
  expect(problems(typed)).toEqual([problem]);
});

it('finds a repeated line', () => {
  expect(problems('https://www.a.com/a\nhttps://www.a.com/a')).toEqual([undefined, 'repeated']);
});
