import { CDN_COOKIES_MAX } from '@sitedeck/contract';
import { queryFormOf, readQueryForm } from './query-form';

const ALL = { is: 'all', names: 'page', cookies: 'PHPSESSID\nwordpress_logged_in_*' } as const;

it('parses names that commas or blanks separate, without duplicates', () => {
  expect(readQueryForm({ is: 'only', names: 'page, id，page', cookies: '' })).toEqual({
    is: 'ok',
    query: { is: 'only', names: ['page', 'id'] },
    cookies: [],
  });
});

it('drops names that the policy does not use', () => {
  expect(readQueryForm(ALL)).toEqual({
    is: 'ok',
    query: { is: 'all' },
    cookies: ['PHPSESSID', 'wordpress_logged_in_*'],
  });
});

it.each([
  [{ ...ALL, is: 'only', names: ' ' } as const, { in: 'names', is: 'empty' }],
  [{ ...ALL, is: 'only', names: 'a-b' } as const, { in: 'names', is: 'word', word: 'a-b' }],
  [
    { ...ALL, cookies: 'ok\na*b' },
    { in: 'cookies', is: 'word', word: 'a*b' },
  ],
  [
    { ...ALL, cookies: Array.from({ length: CDN_COOKIES_MAX + 1 }, (_, n) => `c${n}`).join('\n') },
    { in: 'cookies', is: 'many' },
  ],
])('reports the mistake in form %#', (form, problem) => {
  expect(readQueryForm(form)).toEqual({ is: 'wrong', problem });
});

it('returns unchanged settings from an unchanged form', () => {
  const config = { query: { is: 'only' as const, names: ['page', 'id'] }, cookies: ['a', 'b*'] };
  expect(readQueryForm(queryFormOf(config))).toEqual({ is: 'ok', ...config });
});
