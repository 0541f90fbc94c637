import { DOMAIN_MAX } from '../call/brand';
import { coversName, readDomain } from './domain-name';

describe('reading a typed domain', () => {
  it.each([
    ['www.example.com', 'www.example.com', 'www.example.com'],
    ['  Example.COM. ', 'example.com', 'example.com'],
    ['例子.中国', 'xn--fsqu00a.xn--fiqs8s', '例子.中国'],
    ['xn--fsqu00a.xn--fiqs8s', 'xn--fsqu00a.xn--fiqs8s', '例子.中国'],
    ['例子。中国', 'xn--fsqu00a.xn--fiqs8s', '例子.中国'],
    ['ｗｗｗ．example.com', 'www.example.com', 'www.example.com'],
    ['*.a.com', '*.a.com', '*.a.com'],
    ['*.例子.中国', '*.xn--fsqu00a.xn--fiqs8s', '*.例子.中国'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
  ])('reads %j as %s, shown as %s', (typed, name, shown) => {
    expect(readDomain(typed)).toEqual({ is: 'ok', name, shown, isWildcard: name.startsWith('*.') });
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['*', 'wildcard'],
    ['*.', 'wildcard'],
    ['a.*.com', 'wildcard'],
    ['**.a.com', 'wildcard'],
    ['127.0.0.1', 'address'],
    ['0x7f.1', 'address'],
    ['2130706433', 'address'],
    ['::1', 'address'],
    ['[::1]', 'address'],
    ['localhost', 'form'],
    ['a b.com', 'form'],
    ['a.com\nb.com', 'form'],
    ['a\u0000.com', 'form'],
    ['http://a.com', 'form'],
    ['a.com:80', 'form'],
    ['user@a.com', 'form'],
    ['a..com', 'form'],
    ['.a.com', 'form'],
    ['-a.com', 'form'],
    ['a-.com', 'form'],
    ['a_b.com', 'form'],
    ['a.c', 'form'],
    ['a.123', 'form'],
    ['xn--a.com', 'form'],
    [`${'a'.repeat(64)}.com`, 'form'],
    ['аpple.com', 'script'],
    ['пример.рф', 'script'],
    ['münchen.de', 'script'],
    ['日本ひらがな.jp', 'script'],
    ['xn--mnchen-3ya.de', 'script'],
    [`${'a'.repeat(60)}.`.repeat(5) + 'com', 'length'],
  ])('refuses %j: %s', (typed, why) => {
    expect(readDomain(typed)).toEqual({ is: 'refused', why });
  });

  it('never throws, whatever characters are typed', () => {
    for (let code = 0; code < 0x3000; code++)
      expect(() => readDomain(`a${String.fromCharCode(code)}b.com`)).not.toThrow();
    expect(readDomain('a'.repeat(DOMAIN_MAX * 2)).is).toBe('refused');
  });
});

it.each([
  ['*.a.com', 'x.a.com', true],
  ['*.a.com', 'x.y.a.com', false],
  ['*.a.com', 'a.com', false],
  ['a.com', 'a.com', true],
  ['*.a.com', '*.a.com', true],
])('reports that %s covers %s: %s', (pattern, name, covers) => {
  expect(coversName(pattern, name)).toBe(covers);
});
