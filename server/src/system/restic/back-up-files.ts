import { lstat, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode, TaskProgress } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { writeSnapshot, type Written } from './backup-run';
import type { BackupPlaces } from './backup-places';
import { exactPattern } from './pattern';
import type { Repository } from './repository';
import { readSnapshot } from './snapshot-tree';
import { SPARE_BYTES } from '#system/disk/spare-bytes';
import { openView } from './view';

/** What of a host's root is its site; the root is not the host's, so neither name can be swapped for a link. */
export const SITE_FOLDERS = ['wwwroot', 'data'] as const;
/** Foreign files that are left out by name; beyond, something is wrong with the whole tree. */
const FOREIGN_MAX = 1000;

export interface SiteFiles {
  readonly hostCode: HostCode;
  readonly root: string;
  /** Whose every file has to be; undefined where all hosts share one. */
  readonly uid: number | undefined;
  readonly point: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: TaskProgress) => void;
}

async function foldersOf(root: string): Promise<string[]> {
  const found = await Promise.all(
    SITE_FOLDERS.map(async (name) =>
      (await lstat(join(root, name)).catch(() => undefined))?.isDirectory() ? [name] : [],
    ),
  );
  return found.flat();
}

/** Whether there is anything but empty folders. */
export async function hasFiles(root: string): Promise<boolean> {
  const names = await Promise.all((await foldersOf(root)).map((name) => readdir(join(root, name))));
  return names.some((list) => list.length > 0);
}

/** Refuses `disk-full` where a backup could not be finished, or would take what others need. */
export async function ensureSpace(folder: string, bytes = 0): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + SPARE_BYTES) throw new Refusal('disk-full');
}

/** Paths of a snapshot that are not the host's: somebody has led us out of the tree, or left something in it. */
async function foreignPaths(repository: Repository, site: SiteFiles, snapshot: string): Promise<string[]> {
  const paths: string[] = [];
  await readSnapshot(repository, {
    snapshot,
    signal: site.signal,
    onNode: ({ path, uid }) => {
      if (uid !== site.uid && paths.length < FOREIGN_MAX) paths.push(path);
    },
  });
  return paths;
}

/** One line a path: what can't be said so can't be left out by name. */
const isOneLine = (path: string): boolean => !/[\r\n\uFFFD]/.test(path) && path.trim() === path;

/** Once more without them; where there are still some, refuses `backup-foreign`. */
async function withoutForeign(
  repository: Repository,
  site: SiteFiles,
  {
    root,
    foreign,
    write,
  }: { root: string; foreign: readonly string[]; write: (args: readonly string[]) => Promise<Written> },
): Promise<Written> {
  const excludes = join(repository.temp, `exclude-${site.point}`);
  const lines = foreign
    .filter(isOneLine)
    .map((path) => exactPattern(join(root, path)).replaceAll('$', '$$$$'));
  try {
    await writeFile(excludes, `${lines.join('\n')}\n`, { mode: 0o600 });
    const written = await write(['--exclude-file', excludes]);
    const [left] = await foreignPaths(repository, site, written.snapshot);
    if (left !== undefined) throw new Refusal('backup-foreign', { values: { path: left } });
    return { ...written, missed: written.missed + foreign.length };
  } finally {
    await rm(excludes, { force: true });
  }
}

/**
 * Backs up the folders of a site. The engine reads as root what the host may change meanwhile: it looks through a view in
 * which no link is followed, and where there can be none, whatever is not the host's own is left out afterwards.
 */
export async function backUpFiles(
  repository: Repository,
  places: BackupPlaces,
  site: SiteFiles,
): Promise<Written> {
  await ensureSpace(places.folder);
  const view = await openView(site.root, places.views, site.hostCode);
  try {
    const folders = await foldersOf(view.root);
    if (folders.length === 0) throw new Refusal('backup-nothing');
    const { hostCode, point, signal, progress } = site;
    const write = (args: readonly string[]) =>
      writeSnapshot(repository, {
        ...{ hostCode, point, signal, progress },
        cwd: view.root,
        args: ['--one-file-system', ...args, '--', ...folders],
      });
    const written = await write([]);
    if (view.isSafe || site.uid === undefined) return written;
    const foreign = await foreignPaths(repository, site, written.snapshot);
    return foreign.length === 0
      ? written
      : await withoutForeign(repository, site, { root: view.root, foreign, write });
  } finally {
    await view.close();
  }
}
