import { testSite } from '#testing/node-engines';
import type { NodeSite } from '#system/site/site';
import { conf, checkedPattern, withOwnVariables, word } from './conf';
import { asciiName, assignNames } from './sites/server-names';

const site = (code: string, domains: readonly string[]): NodeSite => testSite(code, 29_001, { domains });

describe('values in a configuration', () => {
  it.each(['a;b', 'a{b', 'a}b', 'a"b', "a'b", 'a\nb', 'a\rb', 'a\0b', '$host', 'a\\b', 'a`b', '~^.*$'])(
    'refuses a value that could end a word, a line or a block, or name a variable: %j',
    (text) => {
      expect(() => word(text)).toThrow('not fit');
      expect(() => conf`root ${text};`).toThrow('not fit');
      expect(() => conf`index ${['a', text]};`).toThrow('not fit');
    },
  );

  it.each([
    ['plain.html', 'plain.html'],
    ['with blank', '"with blank"'],
    ['', '""'],
    ['首页.html', '首页.html'],
    ['a#b', '"a#b"'],
  ])('writes %j as one word', (text, expected) => {
    expect(word(text)).toBe(expected);
  });

  it('keeps backslashes of a template', () => {
    expect(conf`location ~ \.php$ {}`.text).toBe('location ~ \\.php$ {}');
  });
});

describe('patterns and addresses of the server itself', () => {
  it.each([
    'a.b',
    'a b',
    'a"b',
    "a'b",
    'a;b',
    'a{2}',
    '$',
    'a\\db',
    '\\x2',
    'a\nb',
    'ü',
    '',
    'x'.repeat(4001),
  ])('refuses %j in a pattern', (text) => {
    expect(() => checkedPattern(text)).toThrow('not fit');
  });

  it.each(['$host', 'a b', 'a"b', "a'b", 'a;b', 'a{b', 'a\\b', 'a\nb', 'ü', 'x'.repeat(4001)])(
    'refuses %j in an address',
    (text) => {
      expect(() => withOwnVariables([{ text }])).toThrow('not fit');
    },
  );

  it.each(['host', 'sd_x}', 'sd_', 'arg_a'])('refuses the variable %j', (variable) => {
    expect(() => withOwnVariables([{ text: '/' }, { variable }])).toThrow('not fit');
  });

  it('writes values as quoted words', () => {
    expect(checkedPattern('^a\\x2eb(?:[?#]|\\z)').text).toBe('"~^a\\x2eb(?:[?#]|\\z)"');
    expect(withOwnVariables([{ text: '/a%20' }, { variable: 'sd_rest' }]).text).toBe('"/a%20${sd_rest}"');
  });
});

describe('names of hosts', () => {
  const rules = { previewDomain: 'localhost', reserved: ['console.example'] };

  it.each(['a b.example', 'x', '*.example', 'a..b', 'ex ample;', '例子', ''])(
    'refuses the name %j',
    (name) => {
      expect(() => asciiName(name)).toThrow('not fit');
    },
  );

  it('gives each name to one host only, in punycode, and never the console’s', () => {
    const sites = [
      site('vhone', ['例子.example', 'WWW.Example.com', 'console.example', 'vhtwo.localhost']),
      site('vhtwo', ['www.example.com', 'two.example']),
    ];
    const names = sites.map(assignNames(sites, rules));
    expect(names).toEqual([
      ['vhone.localhost', 'xn--fsqu00a.example', 'www.example.com'],
      ['vhtwo.localhost', 'two.example'],
    ]);
  });
});
