import { withChoice, isBelowChosenFolder, NOTHING_CHOSEN } from './chosen';

it('lets a chosen folder include everything below it', () => {
  const two = withChoice(withChoice(NOTHING_CHOSEN, '/wwwroot/a/1.txt', true), '/wwwroot/ab', true);
  const folder = withChoice(two, '/wwwroot/a', true);
  expect([...folder]).toEqual(['/wwwroot/ab', '/wwwroot/a']);
  expect(isBelowChosenFolder(folder, '/wwwroot/a/b/c')).toBe(true);
  expect(isBelowChosenFolder(folder, '/wwwroot/abc')).toBe(false);
  expect(isBelowChosenFolder(folder, '/wwwroot/a')).toBe(false);
  expect([...withChoice(folder, '/wwwroot/a', false)]).toEqual(['/wwwroot/ab']);
});
