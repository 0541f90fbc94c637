import { readFile, rename, writeFile } from 'node:fs/promises';

/** Reads a secret file of this process's user; on first use it is made and appears complete. */
export async function writeOnce(file: string, make: () => Promise<string>): Promise<string> {
  const found = await readFile(file, 'utf8').catch(() => '');
  if (found.trim() !== '') return found;
  const made = await make();
  await writeFile(`${file}.new`, made, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return made;
}
