import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads a secret of the data directory; created completely on first use. Only root can read the file. */
export async function ownSecret(folder: string, name: string): Promise<string> {
  const file = join(folder, name);
  const found = await readFile(file, 'utf8').catch(() => '');
  if (found.trim() !== '') return found.trim();
  const made = randomBytes(24).toString('base64url');
  await writeFile(`${file}.new`, `${made}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return made;
}
