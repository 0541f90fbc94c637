import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';

const contentOf = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

/**
 * Reads a secret file of this process's user; on first use it is made and appears complete. If two processes make it at the
 * same time, both get the content of the first.
 */
export async function writeOnce(file: string, make: () => Promise<string>): Promise<string> {
  const found = await contentOf(file);
  if (found.trim() !== '') return found;
  const made = await make();
  const unfinished = `${file}.${randomUUID()}.new`;
  try {
    await writeFile(unfinished, made, { mode: 0o600, flush: true });
    // A link never replaces a file, as a rename does.
    const isFirst = await link(unfinished, file).then(
      () => true,
      () => false,
    );
    if (isFirst) return made;
    const other = await contentOf(file);
    if (other.trim() !== '') return other;
    await rename(unfinished, file);
    return made;
  } finally {
    await rm(unfinished, { force: true });
  }
}
