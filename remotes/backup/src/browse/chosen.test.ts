import { choose, comesAlong, NOTHING_CHOSEN } from './chosen';

it('lets a chosen folder include everything below it', () => {
  const two = choose(choose(NOTHING_CHOSEN, '/wwwroot/a/1.txt', true), '/wwwroot/ab', true);
  const folder = choose(two, '/wwwroot/a', true);
  expect([...folder]).toEqual(['/wwwroot/ab', '/wwwroot/a']);
  expect(comesAlong(folder, '/wwwroot/a/b/c')).toBe(true);
  expect(comesAlong(folder, '/wwwroot/abc')).toBe(false);
  expect(comesAlong(folder, '/wwwroot/a')).toBe(false);
  expect([...choose(folder, '/wwwroot/a', false)]).toEqual(['/wwwroot/ab']);
});
