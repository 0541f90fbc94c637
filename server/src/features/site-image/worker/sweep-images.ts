import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#state/db';
import { removeAll } from '#system/disk/remove-all';

const FILE = /^(\d+)\.tar\.zst(?:\.new)?$/;

/** Removes files of images that were deleted, and the folders of deleted hosts. */
export async function sweepImages({
  db,
  folder,
}: {
  readonly db: Db;
  readonly folder: string;
}): Promise<void> {
  const files = new Map<string, readonly string[]>();
  // The files are listed first: a row always exists before its file.
  for (const hostCode of await readdir(folder)) files.set(hostCode, await readdir(join(folder, hostCode)));
  const [hosts, images] = await Promise.all([
    db.selectFrom('host').select('code').execute(),
    db.selectFrom('site_image').select('id').execute(),
  ]);
  const codes = new Set<string>(hosts.map(({ code }) => code));
  const ids = new Set(images.map(({ id }) => String(id)));
  for (const [hostCode, names] of files) {
    if (!codes.has(hostCode)) await removeAll(join(folder, hostCode));
    for (const name of names)
      if (!ids.has(FILE.exec(name)?.[1] ?? '')) await rm(join(folder, hostCode, name), { force: true });
  }
}
