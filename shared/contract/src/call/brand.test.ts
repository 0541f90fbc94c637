import { DomainName, HostCode, SitePath } from './brand';

const accepts = (path: string) => SitePath.safeParse(path).success;

describe('SitePath', () => {
  it('collapses repeated slashes and keeps names unchanged', () => {
    expect(SitePath.parse('/wwwroot//a b/%2e%2e/')).toBe('/wwwroot/a b/%2e%2e');
    expect(SitePath.parse('/')).toBe('/');
    expect(SitePath.parse('/w/“引号”\n🙂\u202egnp.exe')).toBe('/w/“引号”\n🙂\u202egnp.exe');
  });

  it.each(['', 'wwwroot', './a', '/..', '/a/../b', '/a/..', '/a/./b', '/a\0b'])('refuses %j', (path) => {
    expect(accepts(path)).toBe(false);
  });

  it('accepts names up to 255 bytes, counted as UTF-8', () => {
    expect(accepts('/' + 'a'.repeat(255))).toBe(true);
    expect(accepts('/' + '名'.repeat(85))).toBe(true);
    expect(accepts('/' + '名'.repeat(86))).toBe(false);
  });

  it('accepts paths up to 4096 bytes', () => {
    const deep = '/a'.repeat(2048);
    expect(accepts(deep)).toBe(true);
    expect(accepts(`${deep}/a`)).toBe(false);
  });
});

describe('the domain check pattern', () => {
  const takes = (name: string) => DomainName.safeParse(name).success;

  it('allows labels of letters, digits, hyphen or Chinese characters', () => {
    for (const label of ['abc', 'ABC', '123', 'a-1', '例子', '例-1a'])
      expect(takes(`${label}.com`)).toBe(true);
    for (const sign of ['_', ' ', '!', '/', '*', 'é', 'ш', '😀', '\u0000', '%', ':'])
      expect(takes(`a${sign}b.com`)).toBe(false);
  });

  it('allows labels of up to 63 characters', () => {
    expect(takes(`${'a'.repeat(63)}.com`)).toBe(true);
    expect(takes(`${'a'.repeat(64)}.com`)).toBe(false);
    expect(takes(`www.${'例'.repeat(63)}.com`)).toBe(true);
    expect(takes(`www.${'例'.repeat(64)}.com`)).toBe(false);
  });

  it('refuses a label that starts or ends with a hyphen', () => {
    for (const name of ['-a.com', 'a-.com', 'www.-a.com', 'www.a-.com', '-.com'])
      expect(takes(name)).toBe(false);
    expect(takes('a--b.com')).toBe(true);
  });

  it('requires a top-level part of at least 2 letters or Chinese characters', () => {
    for (const name of ['a.cn', 'a.technology', 'a.中国', 'a.com.cn']) expect(takes(name)).toBe(true);
    for (const name of ['a.c', 'a.国', 'a.1', 'a.12', 'a.c1', 'a.com.', 'a', '127.0.0.1', '.com'])
      expect(takes(name)).toBe(false);
  });
});

describe('DomainName', () => {
  it.each(['www.example.com', '例子.中国', 'a-b.co', 'xn--fsqu00a.xn--fiqs8s', 'A.Example.COM'])(
    'accepts %s',
    (name) => {
      expect(DomainName.parse(name)).toBe(name.toLowerCase());
    },
  );

  it.each([
    'localhost',
    '-a.com',
    'a-.com',
    'a..com',
    'a.c',
    `${'a'.repeat(64)}.com`,
    'a.com;',
    'a.com\n',
    'a b.com',
    '*.com{}',
  ])('refuses %j', (name) => {
    expect(DomainName.safeParse(name).success).toBe(false);
  });
});

describe('HostCode', () => {
  it.each(['../vh1', 'VH1', 'v', 'vh10001/..', 'vh10001\n'])('refuses %j', (code) => {
    expect(HostCode.safeParse(code).success).toBe(false);
  });
});
