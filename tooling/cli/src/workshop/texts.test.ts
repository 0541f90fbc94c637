import { pairFindings } from './texts';

it.each([
  ['a text missing in Chinese', {}, { a: 'x' }, ['a is missing in zh-CN']],
  ['a text missing in English', { a: 'x' }, {}, ['a is missing in en-US']],
  ['an empty text', { a: '' }, { a: 'x' }, ['a is empty in zh-CN']],
  [
    'other values',
    { a: '{n} x' },
    { a: '{m} x' },
    ['a takes other values in one language than in the other'],
  ],
  ['half a plural', { a: 'x' }, { a_other: 'x' }, ['a_one is missing in en-US']],
])('finds %s', (_what, ...[chinese, english, findings]) => {
  expect(pairFindings(chinese, english)).toEqual(findings);
});

it('takes one Chinese form for two English ones', () => {
  expect(pairFindings({ a: '{n} 个' }, { a_one: '{n} one', a_other: '{n} many' })).toEqual([]);
});
