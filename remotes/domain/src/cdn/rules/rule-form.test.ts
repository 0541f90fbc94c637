import { CDN_SECONDS_MAX, CdnRule } from '@sitedeck/contract';
import { choiceOf, inUnits, secondsOf } from './cache-time';
import { formOf, freeId, ruleOf, type RuleForm } from './rule-form';

const NEW = formOf(undefined);
const typed = (given: Partial<RuleForm>) => ruleOf({ ...NEW, ...given }, 7);

it.each([
  [604_800, { amount: 7, unit: 'day' }],
  [90_000, { amount: 25, unit: 'hour' }],
  [90, { amount: 90, unit: 'second' }],
])('formats %d s in the largest unit that gives a whole number', (seconds, words) => {
  expect(inUnits(seconds)).toEqual(words);
});

it.each([
  ['', undefined],
  ['0', undefined],
  ['1.5', undefined],
  ['366', undefined],
  [' 365 ', CDN_SECONDS_MAX],
])('reads %p days', (amount, seconds) => {
  expect(secondsOf({ is: 'time', amount, unit: 'day' })).toBe(seconds);
});

it.each([null, 0, 60, CDN_SECONDS_MAX])('keeps a time of %p through a form', (seconds) => {
  expect(secondsOf(choiceOf(seconds, 3600))).toBe(seconds);
});

it.each<[string, Partial<RuleForm>, object]>([
  [
    'suffixes in any form',
    { suffixes: '*.JPG, .png；jpg webp' },
    { is: 'suffix', suffixes: ['jpg', 'png', 'webp'] },
  ],
  ['a path with blanks around it', { is: 'path', path: ' /图/* ' }, { is: 'path', path: '/图/*' }],
  ['statuses in their order', { is: 'status', statuses: [404, 301] }, { is: 'status', statuses: [301, 404] }],
])('reads %s', (_what, form, match) => {
  const rule = typed(form);
  expect(rule).toMatchObject({ id: 7, match, edgeSeconds: 604_800, browserSeconds: null });
  expect(CdnRule.safeParse(rule).success).toBe(true);
});

it.each<[string, Partial<RuleForm>]>([
  ['suffix', { suffixes: ' , ' }],
  ['suffix', { suffixes: 'jpg, tar/gz' }],
  ['suffixes', { suffixes: Array.from({ length: 41 }, (_, n) => `s${n}`).join() }],
  ['path', { is: 'path', path: 'a/b' }],
  ['path', { is: 'path', path: '/a*b' }],
  ['status', { is: 'status' }],
  ['edge', { suffixes: 'jpg', edge: { is: 'time', amount: 'x', unit: 'day' } }],
  ['browser', { suffixes: 'jpg', browser: { is: 'time', amount: '', unit: 'day' } }],
])('reports the mistake %s', (problem, form) => {
  expect(typed(form)).toBe(problem);
});

it('drops the option for private replies if nothing is cached', () => {
  const edge = { ...NEW.edge, is: 'none' } as const;
  expect(typed({ suffixes: 'jpg', cachesPrivate: true, edge })).toMatchObject({
    edgeSeconds: 0,
    cachesPrivate: false,
  });
});

it('returns an unchanged rule from an unchanged form', () => {
  const rule = CdnRule.parse({
    ...{ id: 3, match: { is: 'status', statuses: [404, 410] } },
    ...{ edgeSeconds: 60, browserSeconds: 0, cachesPrivate: true },
  });
  expect(ruleOf(formOf(rule), 3)).toEqual(rule);
});

it('gives a new rule an id that no other has', () => {
  expect(freeId([])).toBe(1);
  expect(freeId([2, 9, 0])).toBe(10);
  expect(freeId([1, 2, 999_999])).toBe(3);
});
