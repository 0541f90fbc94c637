import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of Mono's configuration on Debian. */
const STANDARD = '/etc/mono';
/** The parts that a server reads. */
const PARTS = ['4.5', 'config', 'browscap.ini', 'mconfig'];

/** Whether visitors see error details, if the site's own web.config does not decide it. */
export type ErrorDetail = 'hidden' | 'shown';
const MODES: Readonly<Record<ErrorDetail, string>> = { hidden: 'On', shown: 'Off' };

/** Value of `MONO_CFG_DIR`. */
export const configurationOf = (folder: string, detail: ErrorDetail): string => join(folder, detail);

function replaced(text: string, before: string, after: string): string {
  if (!text.includes(before)) throw new Error(`${STANDARD}/4.5/web.config has no ${before}`);
  return text.replace(before, after);
}

/** Pages are compiled one by one: otherwise a broken page would break all pages of its folder. */
function changed(text: string, detail: ErrorDetail): string {
  const withErrors = `<system.web>\n\t\t<customErrors mode="${MODES[detail]}" />`;
  return replaced(replaced(text, '<system.web>', withErrors), '<compilation ', '<compilation batch="false" ');
}

async function write(target: string, detail: ErrorDetail): Promise<void> {
  const scratch = `${target}.new`;
  await rm(scratch, { recursive: true, force: true });
  const copy = join(scratch, 'mono');
  await mkdir(copy, { recursive: true, mode: 0o755 });
  for (const part of PARTS) await cp(join(STANDARD, part), join(copy, part), { recursive: true });
  const file = join(copy, '4.5/web.config');
  await writeFile(file, changed(await readFile(file, 'utf8'), detail));
  await rm(target, { recursive: true, force: true });
  await rename(scratch, target);
}

/**
 * Writes copies of the machine's Mono configuration, one for each error detail level. Called before any
 * server starts.
 */
export async function writeConfigurations(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  for (const detail of ['hidden', 'shown'] as const) await write(configurationOf(folder, detail), detail);
}
