import { LOCALES } from '@sitedeck/contract';
import { RULE_TEXTS, ruleText, type RuleFault } from '@sitedeck/contract/rule-texts';
import { boundPattern } from './pattern';
import { readSnippet, type Snippet, type SnippetFault } from './read';
import { renderSnippet } from '../sites/render-rules';

const faultsOf = (text: string): readonly SnippetFault[] => {
  const reading = readSnippet(text);
  return reading.is === 'refused' ? reading.faults : [];
};
const faultPositions = (text: string) =>
  faultsOf(text).map(({ line, column, reason }) => [line, column, reason]);

function snippetOf(text: string): Snippet {
  const reading = readSnippet(text);
  if (reading.is === 'refused') throw new Error(JSON.stringify(reading.faults));
  return reading.snippet;
}

const TOO_LONG = '(?s:(?=.{1025})(?:.|.){16}(?!))';

describe('a reading of rules', () => {
  it('reports a missing semicolon on its line, and text that it can’t read', () => {
    const text = [
      'rewrite ^/news/([0-9]+)$ /index.php?p=$1 last;',
      'rewrite ^/product/([a-z0-9-]+)$ /index.php?product=$1 last',
      'rewrite ^/tag/(.+)$ /index.php?tag=$1 last;',
    ].join('\n');
    const [fault, ...more] = faultsOf(text);
    expect(more).toEqual([]);
    expect(fault).toEqual({
      line: 2,
      column: 59,
      reason: 'semicolon-missing',
      values: { name: 'rewrite', next: '3' },
    });
    expect(ruleText('semicolon-missing', 'zh-CN', fault?.values)).toEqual({
      message: 'rewrite 规则没有以「;」结束，第 3 行因此无法识别',
      hint: '补上分号',
    });
  });

  it.each<[string, (readonly [number, number, RuleFault])[]]>([
    ['location / {\n  expires 1d\n}', [[2, 13, 'semicolon-missing-here']]],
    ['location / {\r\n  expires 1d;\r\n', [[1, 1, 'brace-missing']]],
    ['expires 1d;\n}\ndeny all;', [[2, 1, 'brace-extra']]],
    [
      'if ($args) {\n  return 403\n}\nlocation / {\n expires 1d;',
      [
        [2, 13, 'semicolon-missing-here'],
        [4, 1, 'brace-missing'],
      ],
    ],
    ['return 200 "a;\ndeny all;', [[1, 12, 'quote-open']]],
    ['add_header X "a"b;', [[1, 17, 'quote-glued']]],
    [';', [[1, 1, 'semicolon-alone']]],
    ['{ }', [[1, 1, 'block-alone']]],
    ['rewirte ^/a$ /b last;', [[1, 1, 'directive-misspelt']]],
    ['rewrite ^/a(b{$ /c last;', [[1, 1, 'block-unexpected']]],
    ['deny all；', [[1, 9, 'wide-character']]],
    ['# \u0000', [[1, 3, 'control-character']]],
    ['a\n\n  \u0007', [[3, 3, 'control-character']]],
    [
      'rewrite ^/a$ /$arg_x last;\nrewrite ^/b$ /../c last;',
      [
        [1, 14, 'variable-in-path'],
        [2, 14, 'path-up'],
      ],
    ],
    ['location / { expires 1d; }\n\nlocation "/" { expires 2d; }', [[3, 1, 'location-twice']]],
  ])('reports the position of each fault in %j', (text, faults) => {
    expect(faultPositions(text)).toEqual(faults);
  });

  it('reports at most fifty faults, in order, and a limit once', () => {
    const many = faultPositions('foo;\n'.repeat(300));
    expect(many).toHaveLength(50);
    expect(many.at(-1)).toEqual([50, 1, 'directive-unknown']);
    expect(
      faultPositions(Array.from({ length: 700 }, (_, index) => `rewrite ^/${index}$ /x last;`).join('\n')),
    ).toEqual([[501, 9, 'too-many-patterns']]);
  });

  it.each(['', '  \n\t\r\n', '# nothing\n', '\uFEFF# nothing'])('reads %j as no rules', (text) => {
    expect(snippetOf(text)).toEqual({ statements: [], mergedRoot: false });
  });

  it.each([
    ['location / { expires 1d; }', true],
    ['location "/" { expires 1d; }', true],
    ['location = / { expires 1d; }', false],
    ['location ~ ^/ { expires 1d; }', false],
    ['location /a { expires 1d; }', false],
  ])('reports whether %s replaces the server’s location', (text, merged) => {
    expect(snippetOf(text).mergedRoot).toBe(merged);
  });

  it('keeps the written text next to its meaning', () => {
    const [statement] = snippetOf("\nadd_header X 'a\\'b \"c\"' always;").statements;
    expect(statement).toMatchObject({ name: 'add_header', line: 2, column: 1 });
    expect(statement?.args.map(({ raw, text }) => [raw, text])).toEqual([
      ['X', 'X'],
      ["'a\\'b \"c\"'", 'a\'b "c"'],
      ['always', 'always'],
    ]);
  });

  it('reads its own output as the same rules', () => {
    const text =
      'rewrite "^/a\\.(b)\\;{1,2}$" "/x y?q=$1\\"\\\\" last;\nlocation = /z { return 200 "\\\\n"; }';
    const { rules } = renderSnippet(snippetOf(text), { mode: 'serve' });
    const plain = rules.text.replaceAll(/\(\*LIMIT_MATCH=\d+\)/g, '');
    const secondRendering = renderSnippet(snippetOf(plain), { mode: 'serve' }).rules.text;
    expect(secondRendering).toBe(rules.text);
  });
});

describe('rendered rules', () => {
  it('puts refusals of scripts first, and keeps the order of the other locations', () => {
    const text = [
      'location ~ ^/private/ { deny all; }',
      'location ~ \\.css$ { expires 1d; }',
      'location ~ ^/css/ { deny all; }',
      'location ~* ^/uploads/.*\\.php$ { return 404; }',
      'location = /x.php { deny all; }',
    ].join('\n');
    const { early, rules } = renderSnippet(snippetOf(text), { mode: 'serve' });
    expect(early.text.match(/location .*/g)).toEqual([
      expect.stringContaining('^/private/'),
      expect.stringContaining('^/uploads/'),
    ]);
    expect(rules.text.match(/location .*/g)).toEqual([
      expect.stringContaining('css$'),
      expect.stringContaining('^/css/'),
      expect.stringContaining('"/x.php"'),
    ]);
  });

  it('maps a line of the file to the owner’s line', () => {
    const text =
      '# first\n\ndeny 10.0.0.1;\nlocation / {\n  expires 1d;\n}\nlocation ~ \\.php$ {\n  deny all;\n}\n';
    const { early, rules, lineOf } = renderSnippet(snippetOf(text), { mode: 'serve' });
    const file = ['server {', early.text, 'root /x;', rules.text, '}'].join('\n');
    const sources = file.split('\n').map((_, index) => lineOf(file, index + 1));
    expect(sources).toEqual([undefined, 7, 8, 7, undefined, 3, 4, 5, 4, undefined]);
  });

  it('reads the cookies that programs see, never the console’s session', () => {
    const { rules } = renderSnippet(snippetOf('return 200 $http_cookie;\nif ($http_cookie ~ a) { break; }'), {
      mode: 'serve',
    });
    expect(rules.text).not.toContain('http_cookie');
    expect(rules.text).toContain('${site_cookie}');
    expect(rules.text).toContain('if ($site_cookie ~');
  });

  it('renames the owner’s variables to names that no other host’s rules can use', () => {
    const text = 'set $Sum "a$sum";\nif ($host ~ "^(?<Shop>[(?<a>]+)") { return 200 $shop$sum; }';
    const { rules } = renderSnippet(snippetOf(text), { mode: 'serve' });
    expect(rules.text).toContain('set $sd_v1 "a${sd_v1}";');
    expect(rules.text).toContain('^(?<sd_v2>[(?<a>]+)');
    expect(rules.text).toContain('return 200 "${sd_v2}${sd_v1}";');
  });

  it('refuses stored rules that are no longer allowed', () => {
    const word = { line: 1, column: 1, quoted: false, end: { line: 1, column: 2 } };
    const args = ['^', '/x', 'break'].map((text) => ({ ...word, raw: text, text, pattern: text }));
    const stored: Snippet = {
      statements: [{ name: 'rewrite', args, line: 1, column: 1 }],
      mergedRoot: false,
    };
    expect(() => renderSnippet(stored, { mode: 'serve' })).toThrow(/not fit/);
  });

  it.each([
    ['^/a(.*)$', '(*LIMIT_MATCH=10000)^/a(.*)$'],
    ['^/a|^/b', '(*LIMIT_MATCH=10000)^(?:^/a|^/b)'],
    ['\\.(css|js)$', '(*LIMIT_MATCH=10000)\\.(css|js)$'],
    ['.*\\.(css|js)$', '(*LIMIT_MATCH=10000)^(?:.*\\.(css|js)$)'],
    ['(.*)/x', '(*LIMIT_MATCH=10000)^(?:(.*)/x)'],
    ['a*a*[bc]', `(*LIMIT_MATCH=5000)^(?:${TOO_LONG}|(?s:.*?)(?:a*a*[bc]))`],
    ['^/a+b+$', `(*LIMIT_MATCH=2000)^(?:${TOO_LONG}|(?:^/a+b+$))`],
    ['^/(?=a*)b*c*+$', `(*LIMIT_MATCH=500)^(?:${TOO_LONG}|(?:^/(?=a*)b*c*+$))`],
    ['^.*(?:a|b).*$', '(*LIMIT_MATCH=10000)^(?:^.*(?:a|b).*$)'],
    ['a|b_[0-9]+|c', '(*LIMIT_MATCH=10000)a|b_[0-9]+|c'],
    ['(?:a?){5}[bc]', `(*LIMIT_MATCH=10000)(?:^${TOO_LONG}|(?:(?:a?){5}[bc]))`],
    ['(?:a?){12}[bc]', `(*LIMIT_MATCH=5000)^(?:${TOO_LONG}|(?s:.*?)(?:(?:a?){12}[bc]))`],
    ['^*a+', ''],
  ])('bounds the cost of %s', (pattern, bounded) => {
    const rename = (name: string) => name;
    if (bounded === '') expect(() => boundPattern(pattern, rename)).toThrow();
    else expect(boundPattern(pattern, rename)).toBe(bounded);
  });
});

describe('messages of faults', () => {
  it.each(Object.keys(RULE_TEXTS) as RuleFault[])(
    'has messages for %s in both languages, with the same values',
    (reason) => {
      const [zh, en] = LOCALES.map((locale) => ruleText(reason, locale));
      expect(zh?.message).toMatch(/\p{Script=Han}/u);
      expect(en?.message).not.toMatch(/\p{Script=Han}/u);
      const values = (text = '') => (text.match(/\{\w+\}/g) ?? []).sort();
      expect(values(zh?.message)).toEqual(values(en?.message));
      expect(zh?.hint === undefined).toBe(en?.hint === undefined);
    },
  );
});
