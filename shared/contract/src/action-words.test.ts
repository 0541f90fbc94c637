import { ACTION_WORDS, actionWords } from './action-words';
import { consoleCalls, providerCalls } from './calls';
import { LOCALES } from './index';

const written = Object.entries({ ...consoleCalls, ...providerCalls })
  .filter(([, { effect }]) => effect !== 'read')
  .map(([name]) => name);

it.each(written)('has words of the action for %s, which the operation log holds', (name) => {
  for (const locale of LOCALES) expect(actionWords(name, locale)).not.toBe(name);
});

it('says no two things alike', () => {
  for (const locale of LOCALES) {
    const said = Object.values(ACTION_WORDS).map((words) => words[locale]);
    expect(new Set(said).size).toBe(said.length);
  }
});

it('names an action that it does not know as the log does', () => {
  expect(actionWords('toString', 'zh-CN')).toBe('toString');
});
