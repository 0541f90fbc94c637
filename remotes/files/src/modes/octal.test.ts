import { hasRight, isOctal, RIGHTS, toggleRight, CLASSES } from './octal';

it('reads the rights of owner, group and others from an octal mode', () => {
  const all = CLASSES.map((who) => RIGHTS.filter((right) => hasRight('750', who, right)).join(''));
  expect(all).toEqual(['rwx', 'rx', '']);
});

it('toggles one right and keeps the others', () => {
  expect(toggleRight('644', 'owner', 'x')).toBe('744');
  expect(toggleRight('744', 'owner', 'x')).toBe('644');
  expect(toggleRight('644', 'others', 'r')).toBe('640');
});

it('accepts three octal digits and nothing else', () => {
  expect(['644', '000', '777'].every(isOctal)).toBe(true);
  expect(['', '64', '0644', '648', 'rwx'].some(isOctal)).toBe(false);
});
