import { linkSync, mkdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { refusalOf } from '#files/link/errno';
import { setFolderMode } from '../tree/set-mode';
import type { Folder, Name } from '../tree/walk';
import { SharedFolder } from '../zip/zip-tree';
import { keyOf } from './entry-rules';

/** Folders kept open, as entries of one folder mostly follow one another. */
const OPEN_MAX = 64;
const FOLDER_MODE = 0o755;
/** The owner needs these bits to move the folder's entries. */
const OWNERS = 0o700;

/** The private folder in which an archive's tree is built. */
export class StagedTree implements Disposable {
  private readonly open = new Map<string, SharedFolder>();
  private readonly made = new Set<string>();

  /** @param resumes an earlier process may have made folders of the tree */
  constructor(
    private readonly tree: Folder,
    private readonly resumes = false,
  ) {}

  /** A folder of the tree, created if it is missing; the caller releases it. */
  folder(parts: readonly Name[]): SharedFolder {
    const key = keyOf(parts);
    const known = this.open.get(key);
    if (known) return known.hold();
    const own = new SharedFolder(this.enter(parts, key));
    this.open.set(key, own);
    this.closeOldest();
    return own.hold();
  }

  folderMode(parts: readonly Name[], mode: number): void {
    const wanted = (mode & 0o777) | OWNERS;
    const parent = this.folder(parts);
    if (wanted !== FOLDER_MODE) setFolderMode(parent.folder, wanted);
    parent.release();
  }

  link(parts: readonly Name[], target: Name): void {
    this.within(parts, (folder, name) => symlinkSync(target, folder.at(name)));
  }

  hardLink(parts: readonly Name[], target: readonly Name[]): void {
    const from = this.folder(target.slice(0, -1));
    try {
      this.within(parts, (folder, name) => linkSync(from.folder.at(target.at(-1) ?? ''), folder.at(name)));
    } finally {
      from.release();
    }
  }

  drop(parts: readonly Name[]): void {
    this.within(parts, (folder, name) => unlinkSync(folder.at(name)));
  }

  within<T>(parts: readonly Name[], act: (folder: Folder, name: Name) => T): T {
    const parent = this.folder(parts.slice(0, -1));
    try {
      return act(parent.folder, parts.at(-1) ?? '');
    } catch (error) {
      throw refusalOf(error);
    } finally {
      parent.release();
    }
  }

  [Symbol.dispose](): void {
    for (const folder of this.open.values()) folder.release();
    this.open.clear();
  }

  private enter(parts: readonly Name[], key: string): Folder {
    const name = parts.at(-1);
    if (name === undefined) return this.tree.reopen();
    const above = this.folder(parts.slice(0, -1));
    try {
      const isThere = this.made.has(key) || (this.resumes && above.folder.lstat(name) !== undefined);
      if (!isThere) mkdirSync(above.folder.at(name), { mode: FOLDER_MODE });
      this.made.add(key);
      return above.folder.enter(name);
    } catch (error) {
      throw refusalOf(error);
    } finally {
      above.release();
    }
  }

  private closeOldest(): void {
    if (this.open.size <= OPEN_MAX) return;
    const [oldest] = this.open;
    if (!oldest) return;
    this.open.delete(oldest[0]);
    oldest[1].release();
  }
}
