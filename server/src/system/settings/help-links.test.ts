import { supportLinksOf } from './help-links';
import { readSettings } from './settings';

function linksOf(env: Readonly<Record<string, string>>) {
  const result = readSettings(env, { is: 'separate' });
  if (result.is === 'refused') throw new Error(result.lines.join());
  return supportLinksOf(result.settings);
}

it("points every link to the product's own help by default", () => {
  expect(linksOf({})).toEqual({
    ticket: '/help/{locale}/ticket',
    expert: '/help/{locale}/expert',
    help: '/help/{locale}/',
    guides: {
      account: '/help/{locale}/ftp-account',
      password: '/help/{locale}/password',
      upload: '/help/{locale}/upload',
    },
  });
});

it('replaces each link by the one that the provider set', () => {
  expect(linksOf({ PUBLIC_CONFIG_TICKET_URL: 'https://tickets.example/' })).toMatchObject({
    ticket: 'https://tickets.example/',
    expert: '/help/{locale}/expert',
  });
  expect(linksOf({ PUBLIC_CONFIG_EXPERT_URL: 'https://experts.example/' }).expert).toBe(
    'https://experts.example/',
  );
});

it('replaces the guides too if the provider has a help center, whose address may name the language', () => {
  const links = linksOf({ PUBLIC_CONFIG_HELP_URL: 'https://help.example/{locale}/' });
  expect(links.help).toBe('https://help.example/{locale}/');
  expect(links.guides).toBeUndefined();
});
