import { SHELL_MENU, SHELL_PATHS } from '@sitedeck/contract';
import { SHELL_PAGES } from './shell-pages';

it('tells the gate of remotes every address and menu entry that the shell holds', () => {
  for (const { path } of SHELL_PAGES) expect(SHELL_PATHS).toContain(path);
  const inMenu = SHELL_PAGES.filter(({ icon }) => icon !== undefined).map(({ path }) => path);
  expect(inMenu).toEqual([...SHELL_MENU]);
});
