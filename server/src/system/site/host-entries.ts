import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FOLDER } from './private-folder';

/** Folders of a host's root that belong to the host. */
export const HOST_FOLDERS = ['wwwroot', 'data', 'tmp', PRIVATE_FOLDER] as const;
/** Folder of a host's root that holds its staging copy; root creates it when the owner wants one. */
export const STAGING_NAME = 'staging';
/** The one log that the host's own programs write. */
export const HOST_LOG = 'logs/php-error.log';

/** The folders of a host's root that are its site. The host does not own its root, so it can't swap them for links. */
export const SITE_FOLDERS = ['wwwroot', 'data'] as const;

/** Those folders of a site that exist. */
export async function siteFoldersIn(root: string): Promise<string[]> {
  const found = await Promise.all(
    SITE_FOLDERS.map(async (name) =>
      (await lstat(join(root, name)).catch(() => undefined))?.isDirectory() ? [name] : [],
    ),
  );
  return found.flat();
}
