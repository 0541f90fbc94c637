import { nginxBlock } from './nginx-text';
import { fileIs, type Test } from './condition-tests';

type RealTest = Extract<Test, { readonly is: 'test' }>;

/** All groups must hold; in a group one test is enough. */
export type Groups = readonly (readonly RealTest[])[];

/** Longest regular expression that several may be combined into, characters. */
const JOINED_MAX = 1500;

/** Drops tests that always or never hold; undefined if the condition can never hold. */
export function simplifyGroups(groups: readonly (readonly Test[])[]): Groups | undefined {
  const left: RealTest[][] = [];
  for (const group of groups) {
    if (group.some((test) => test.is === 'always')) continue;
    const tests = group.filter((test) => test.is === 'test');
    if (tests.length === 0) return undefined;
    left.push(tests);
  }
  return filesTogether(left.map(expressionsTogether).map(eitherFile));
}

const kindLetters = (tests: readonly RealTest[], exists: boolean): string =>
  [...new Set(tests.map(({ file }) => (file?.exists === exists ? file.kind : '?')))].sort().join('');

/** Combines "is a file" and "is a folder" to "exists". */
function eitherFile(group: readonly RealTest[]): readonly RealTest[] {
  const test = fileIs('e', true);
  return group.length > 1 && kindLetters(group, true) === 'df' && test.is === 'test' ? [test] : group;
}

/** Combines "no file" and "no folder" to "does not exist". */
function filesTogether(groups: Groups): Groups {
  const absent = groups.filter((group) => group.length === 1 && group[0]?.file?.exists === false);
  const test = fileIs('e', false);
  if (kindLetters(absent.flat(), false).length < 2) return groups;
  return test.is === 'test' ? [...groups.filter((group) => !absent.includes(group)), [test]] : groups;
}

/** Combines tests of one variable, such as long block lists, into one expression. */
function expressionsTogether(group: readonly RealTest[]): readonly RealTest[] {
  const joined: RealTest[] = [];
  for (const test of group) {
    const before = joined.at(-1);
    const together = before && joinedTest(before, test);
    if (together) joined.splice(-1, 1, together);
    else joined.push(test);
  }
  return joined;
}

function joinedTest(one: RealTest, other: RealTest): RealTest | undefined {
  const [a, b] = [one.matched, other.matched];
  if (!a || !b || a.variable !== b.variable || a.nocase !== b.nocase) return undefined;
  if (one.text.length + other.text.length > JOINED_MAX || /\\[1-9]|\(\?[P<']/.test(b.pattern))
    return undefined;
  const pattern = `${a.pattern}|${b.pattern}`;
  const sign = a.nocase ? '~*' : '~';
  const quoted = `${one.text.slice(one.text.indexOf('"'), -1)}|${other.text.slice(other.text.indexOf('"') + 1)}`;
  const [text, inverse] = [`${a.variable} ${sign} ${quoted}`, `${a.variable} !${sign} ${quoted}`];
  return { is: 'test', text, inverse, matched: { ...a, pattern } };
}

/** Wraps statements so that they run if all groups hold. nginx has neither `and` nor `or`, so a variable counts. */
export function wrapInConditions(groups: Groups, statements: readonly string[]): string[] {
  const [first, ...more] = groups;
  const [only, ...others] = first ?? [];
  if (only === undefined) return [...statements];
  if (more.length === 0 && others.length === 0) return [nginxBlock(`if (${only.text})`, ...statements)];
  if (more.length === 0) return [...any(first ?? []), nginxBlock('if ($ht_any)', ...statements)];
  const lines = groups.flatMap((group) => {
    const [test, ...rest] = group;
    if (test && rest.length === 0) return [nginxBlock(`if (${test.inverse})`, 'set $ht_ok 0;')];
    return [...any(group), nginxBlock('if ($ht_any = 0)', 'set $ht_ok 0;')];
  });
  return ['set $ht_ok 1;', ...lines, nginxBlock('if ($ht_ok)', ...statements)];
}

const any = (group: readonly RealTest[]): string[] => [
  'set $ht_any 0;',
  ...group.map((test) => nginxBlock(`if (${test.text})`, 'set $ht_any 1;')),
];
