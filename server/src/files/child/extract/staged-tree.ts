import { linkSync, mkdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { refusalOf } from '#files/link/errno';
import { setFolderMode } from '../tree/set-mode';
import type { Folder, Name } from '../tree/walk';
import { SharedFolder } from '../zip/zip-tree';
import { keyOf } from './entry-rules';

/** Folders held open: entries of one folder mostly follow one another. */
const OPEN_MAX = 64;
const FOLDER_MODE = 0o755;
/** Whoever owns a folder has to be able to move what lies in it. */
const OWNERS = 0o700;

/** The fresh private folder in which an archive's tree grows, link by link checked before it is made. */
export class Stage implements Disposable {
  private readonly open = new Map<string, SharedFolder>();
  private readonly made = new Set<string>();

  constructor(private readonly tree: Folder) {}

  /** A folder of the tree, made where it is missing; the caller releases it. */
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
    const place = this.folder(parts);
    if (wanted !== FOLDER_MODE) setFolderMode(place.folder, wanted);
    place.release();
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
    const place = this.folder(parts.slice(0, -1));
    try {
      return act(place.folder, parts.at(-1) ?? '');
    } catch (error) {
      throw refusalOf(error);
    } finally {
      place.release();
    }
  }

  [Symbol.dispose](): void {
    for (const folder of this.open.values()) folder.release();
    this.open.clear();
  }

  private enter(parts: readonly Name[], key: string): Folder {
    const name = parts.at(-1);
    if (name === undefined) return this.tree.again();
    const above = this.folder(parts.slice(0, -1));
    try {
      if (!this.made.has(key)) mkdirSync(above.folder.at(name), { mode: FOLDER_MODE });
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
