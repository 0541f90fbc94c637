import { chown, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes the first page of a site, as its owner would upload it: a new host has no file of its own. */
export async function writeFirstPage(data: string, hostCode: string): Promise<void> {
  const folder = join(data, 'hosts', hostCode, 'wwwroot');
  const { uid, gid } = await stat(folder);
  const file = join(folder, 'index.html');
  await writeFile(file, '<!doctype html>\n<title>First page</title>\n', { mode: 0o644 });
  await chown(file, uid, gid);
}

export async function writeFirstPages(data: string): Promise<void> {
  for (const hostCode of await readdir(join(data, 'hosts'))) await writeFirstPage(data, hostCode);
}
