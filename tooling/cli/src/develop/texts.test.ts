import { pairFindings } from './texts';

interface Case {
  readonly what: string;
  readonly chinese: Readonly<Record<string, string>>;
  readonly english: Readonly<Record<string, string>>;
  readonly finding: string;
}

const CASES: readonly Case[] = [
  { what: 'a text missing in Chinese', chinese: {}, english: { a: 'x' }, finding: 'a is missing in zh-CN' },
  { what: 'a text missing in English', chinese: { a: 'x' }, english: {}, finding: 'a is missing in en-US' },
  { what: 'an empty text', chinese: { a: '' }, english: { a: 'x' }, finding: 'a is empty in zh-CN' },
  {
    what: 'other values',
    chinese: { a: '{n} x' },
    english: { a: '{m} x' },
    finding: 'a takes other values in one language than in the other',
  },
  {
    what: 'half a plural',
    chinese: { a: 'x' },
    english: { a_other: 'x' },
    finding: 'a_one is missing in en-US',
  },
];

it.each(CASES)('finds $what', ({ chinese, english, finding }) => {
  expect(pairFindings(chinese, english)).toEqual([finding]);
});

it('accepts one Chinese form for two English ones', () => {
  expect(pairFindings({ a: '{n} 个' }, { a_one: '{n} one', a_other: '{n} many' })).toEqual([]);
});
