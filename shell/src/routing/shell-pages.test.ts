import { SHELL_MENU, SHELL_PATHS } from '@sitedeck/contract';
import { SHELL_PAGES } from './shell-pages';

it("matches the gate's list of the shell's addresses and menu entries", () => {
  for (const { path } of SHELL_PAGES) expect(SHELL_PATHS).toContain(path);
  const inMenu = SHELL_PAGES.filter(({ icon }) => icon !== undefined).map(({ path }) => path);
  expect(inMenu).toEqual([...SHELL_MENU]);
});
