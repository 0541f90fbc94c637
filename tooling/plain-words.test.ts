import { plainWords } from './plain-words';

/** Composed of parts, so that this file contains none of the words itself. */
const BANNED_ADVERB = ['an', 'ew'].join('');
const BANNED_NOUN = ['wi', 'sh'].join('');

const findings = (text: string): readonly string[] =>
  plainWords('sample.test.ts', text).map(({ line, message }) => `${line} ${message}`);

it('accepts names, comments and titles in plain words', () => {
  expect(
    findings(
      "/** Retries the request. */\nconst nextRequest = 1;\nit('refuses a second request', () => {});",
    ),
  ).toEqual([]);
});

it('refuses a word in a comment, with its line', () => {
  expect(findings(`const a = 1;\n/** Begins ${BANNED_ADVERB}. */\nconst b = 2;`)).toEqual([
    `2 "${BANNED_ADVERB}": write again`,
  ]);
});

it('refuses a word in a declared name, but not where the name is only used', () => {
  expect(findings(`const next${BANNED_NOUN.replace('w', 'W')} = 1;`)).toHaveLength(1);
  expect(findings(`foreign.next${BANNED_NOUN.replace('w', 'W')}();`)).toEqual([]);
});

it('refuses a type that is named after positions in general', () => {
  expect(findings('interface UserPlaces { readonly home: string }')).toEqual([
    '1 type "UserPlaces": write paths or folder',
  ]);
});

it.each([
  ['interface Kept { readonly file: string }', 'type "Kept": add its noun'],
  ["type Given = 'one' | 'two';", 'type "Given": add its noun'],
  ['const MOST_FILES = 3;', 'name "MOST_FILES": write <limit>_MAX'],
  ['const FILES_MOST = 3;', 'name "FILES_MOST": write <limit>_MAX'],
  ['const MAX_FILES = 3;', 'name "MAX_FILES": write <limit>_MAX'],
  ['let here = true;', 'name "here": write a noun'],
  ['const send = (behind: string) => behind;', 'name "behind": write a noun'],
  [['/** Ref', 'uses `too-busy`. */'].join(''), 'refuses `code`: refuses with `code`'],
])('refuses %j, and says what to write', (text, message) => {
  expect(findings(text)).toEqual([`1 ${message}`]);
});

it('accepts a participle with its noun, a limit that ends in _MAX, and fields that a type names', () => {
  expect(findings('interface KeptFile { readonly here: boolean }\nconst FILES_MAX = 3;')).toEqual([]);
  expect(findings('const missing = points.filter(({ here }) => !here);')).toEqual([]);
  expect(findings('/** Refuses with `too-busy`. */')).toEqual([]);
});

it('refuses a word in the title of a test or of a group', () => {
  expect(findings(`describe('each ${BANNED_NOUN}', () => {});`)).toEqual([
    `1 "${BANNED_NOUN}": write request`,
  ]);
});

it('refuses the title of a test that does not begin with a verb', () => {
  expect(findings("it('a file comes back', () => {});")).toEqual([
    '1 title "a file comes back": begin with a verb, third person',
  ]);
});

it('accepts a row of data as the title of a test, and any subject as the title of a group', () => {
  expect(findings("it.each(ROWS)('%s', () => {});\nit.each(ROWS)('$name', () => {});")).toEqual([]);
  expect(findings("describe('a recycle bin', () => {});")).toEqual([]);
});

it('leaves texts for users alone', () => {
  expect(findings(`const text = 'a ${BANNED_NOUN}';`)).toEqual([]);
});

it('leaves methods of a value named test alone, and a field that the contract names', () => {
  expect(findings("test.db.selectFrom('operation_log');")).toEqual([]);
  expect(findings('interface Search { readonly wholeWord: boolean }')).toEqual([]);
});

it('accepts a title whose verb follows never, always or only', () => {
  expect(findings("it('never shows the password', () => {});")).toEqual([]);
});
