import { overrideQuery, withoutQuery } from './override-query';

it.each([
  ['', undefined],
  ['?path=/a', undefined],
  ['?override=files@https://localhost:3001/', { name: 'files', base: 'https://localhost:3001/' }],
  ['?override=files@http://localhost:3001/build', { name: 'files', base: 'http://localhost:3001/build/' }],
  ['?override=files@http://localhost:3001/?a=1%23b', { name: 'files', base: 'http://localhost:3001/' }],
  ['?override=files', 'malformed'],
  ['?override=Files@https://localhost:3001/', 'malformed'],
  ['?override=files@javascript:alert(1)', 'malformed'],
  ['?override=files@https://', 'malformed'],
])('reads %s', (search, result) => {
  expect(overrideQuery(search)).toEqual(result);
});

it('removes only the override from an address', () => {
  expect(withoutQuery('?path=%2Fa&override=files@https://localhost:3001/')).toBe('?path=%2Fa');
  expect(withoutQuery('?override=x')).toBe('');
});
