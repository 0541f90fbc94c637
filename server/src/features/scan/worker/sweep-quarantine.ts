import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#state/db';
import { removeAll } from '#system/disk/remove-all';

/** Removes what deleted hosts left in the folders of the scan. */
export async function sweepScanFolders(db: Db, folders: readonly string[]): Promise<void> {
  const found = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
  const hosts = new Set<string>(
    (await db.selectFrom('host').select('code').execute()).map(({ code }) => code),
  );
  for (const [index, names] of found.entries())
    for (const name of names) if (!hosts.has(name)) await removeAll(join(folders[index] ?? '', name));
}
