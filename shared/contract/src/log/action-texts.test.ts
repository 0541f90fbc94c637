import { ACTION_TEXTS, actionText } from './action-texts';
import { consoleCalls, providerCalls } from '../calls';
import { LOCALES } from '../index';

const written = Object.entries({ ...consoleCalls, ...providerCalls })
  .filter(([, { effect }]) => effect !== 'read')
  .map(([name]) => name);

it.each(written)('has a label for the action %s of the operation log', (name) => {
  for (const locale of LOCALES) expect(actionText(name, locale)).not.toBe(name);
});

it('gives no two actions the same label', () => {
  for (const locale of LOCALES) {
    const said = Object.values(ACTION_TEXTS).map((words) => words[locale]);
    expect(new Set(said).size).toBe(said.length);
  }
});

it('shows an unknown action by its name in the log', () => {
  expect(actionText('toString', 'zh-CN')).toBe('toString');
});
