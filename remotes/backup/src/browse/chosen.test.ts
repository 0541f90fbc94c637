import { choose, isBelowChosen, NOTHING_CHOSEN } from './chosen';

it('lets a chosen folder include everything below it', () => {
  const two = choose(choose(NOTHING_CHOSEN, '/wwwroot/a/1.txt', true), '/wwwroot/ab', true);
  const folder = choose(two, '/wwwroot/a', true);
  expect([...folder]).toEqual(['/wwwroot/ab', '/wwwroot/a']);
  expect(isBelowChosen(folder, '/wwwroot/a/b/c')).toBe(true);
  expect(isBelowChosen(folder, '/wwwroot/abc')).toBe(false);
  expect(isBelowChosen(folder, '/wwwroot/a')).toBe(false);
  expect([...choose(folder, '/wwwroot/a', false)]).toEqual(['/wwwroot/ab']);
});
