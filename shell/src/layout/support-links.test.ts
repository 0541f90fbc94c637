import type { Role } from '@sitedeck/contract';
import { supportLinks } from './support-links';

const links = { ticket: 'https://t.example/', expert: 'https://e.example/', help: 'https://h.example/' };
const keys = (role: Role, given: object = links) => supportLinks(given, role).map(({ key }) => key);

it.each(['USER', 'ADMINISTRATOR'] as const)('shows expert service to %s', (role) => {
  expect(keys(role)).toEqual(['ticket', 'expert', 'help']);
});

it('shows expert service to no other role', () => {
  // A server newer than this page may know more roles.
  expect(keys('AUDITOR' as Role)).toEqual(['ticket', 'help']);
});

it('shows only links that the provider set', () => {
  expect(keys('USER', {})).toEqual([]);
  expect(keys('USER', { help: 'https://h.example/' })).toEqual(['help']);
});
