import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCALES } from '@sitedeck/contract';
import { HELP_PAGES, OTHER_PAGES } from './help-pages';
import { helpPage } from './help-page';
import { helpStyle } from '../../shell/src/help/help-style';

/** Writes all help pages as `<folder>/<locale>/<page>.html`, and their style sheet. */
export async function writeHelp(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const locale of LOCALES) {
    await mkdir(join(folder, locale), { recursive: true });
    for (const page of [...HELP_PAGES, ...OTHER_PAGES])
      await writeFile(join(folder, locale, `${page}.html`), helpPage(locale, page));
  }
  await writeFile(join(folder, 'help.css'), helpStyle);
}
