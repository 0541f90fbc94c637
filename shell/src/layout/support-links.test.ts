import type { Locale, Role } from '@sitedeck/contract';
import { supportLinks } from './support-links';

const links = { ticket: 'https://t.example/', expert: 'https://e.example/', help: '/help/{locale}/' };
const linksOf = (role: Role, given: object = links, locale: Locale = 'zh-CN') =>
  supportLinks(given, { role, locale });
const keys = (role: Role, given?: object) => linksOf(role, given).map(({ key }) => key);

it.each(['USER', 'ADMINISTRATOR'] as const)('shows expert service to %s', (role) => {
  expect(keys(role)).toEqual(['ticket', 'expert', 'help']);
});

it('shows expert service to no other role', () => {
  // A server newer than this page may know more roles.
  expect(keys('AUDITOR' as Role)).toEqual(['ticket', 'help']);
});

it('links to pages in the language of the interface', () => {
  const help = (locale: Locale) => linksOf('USER', links, locale).at(-1)?.href;
  expect([help('zh-CN'), help('en-US')]).toEqual(['/help/zh-CN/', '/help/en-US/']);
});

it('shows only links that the configuration has', () => {
  expect(keys('USER', {})).toEqual([]);
  expect(keys('USER', { help: 'https://h.example/' })).toEqual(['help']);
});
