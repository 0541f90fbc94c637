import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode, TaskCounts } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { writeSnapshot, type WrittenSnapshot } from './write-snapshot';
import type { BackupPaths } from './backup-paths';
import { exactPattern, type Repository } from './repository';
import { readEntries } from './snapshot-entries';
import { ensureSpace } from '#system/disk/with-space';
import { openView } from './read-only-view';
import { siteFoldersIn } from '#system/site/host-entries';

/** Most foreign files to exclude by name; with more, something is wrong with the entire tree. */
const FOREIGN_MAX = 1000;

export interface SiteFiles {
  readonly hostCode: HostCode;
  readonly root: string;
  /** The only uid that files may belong to; undefined if all hosts share one. */
  readonly uid: number | undefined;
  readonly point: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: TaskCounts) => void;
}

/** Whether any of the site's folders has an entry. */
export async function hasFiles(root: string): Promise<boolean> {
  const names = await Promise.all((await siteFoldersIn(root)).map((name) => readdir(join(root, name))));
  return names.some((list) => list.length > 0);
}

/** Paths in a snapshot that belong to another uid: a link led out of the tree, or another user's file lies in it. */
async function foreignPaths(repository: Repository, site: SiteFiles, snapshot: string): Promise<string[]> {
  const paths: string[] = [];
  await readEntries(repository, {
    snapshot,
    signal: site.signal,
    onEntry: ({ path, uid }) => {
      if (uid !== site.uid && paths.length < FOREIGN_MAX) paths.push(path);
    },
  });
  return paths;
}

/** An exclude file holds one path per line, so it can't express every path. */
const fitsExcludeFile = (path: string): boolean => !/[\r\n\uFFFD]/.test(path) && path.trim() === path;

/** Backs up again without the foreign files; refuses with `backup-foreign` if some are still included. */
async function withoutForeign(
  repository: Repository,
  site: SiteFiles,
  {
    root,
    foreign,
    write,
  }: {
    root: string;
    foreign: readonly string[];
    write: (args: readonly string[]) => Promise<WrittenSnapshot>;
  },
): Promise<WrittenSnapshot> {
  const excludes = join(repository.temp, `exclude-${site.point}`);
  const lines = foreign
    .filter(fitsExcludeFile)
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
 * Backs up the folders of a site. restic reads as root while the host may swap folders for links, so it reads through a view
 * in which the kernel follows no link. If no view can be mounted, files of other uids are excluded afterwards.
 */
export async function backUpFiles(
  repository: Repository,
  paths: BackupPaths,
  site: SiteFiles,
): Promise<WrittenSnapshot> {
  await ensureSpace(paths.folder);
  const view = await openView(site.root, paths.views, site.hostCode);
  try {
    const folders = await siteFoldersIn(view.root);
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
