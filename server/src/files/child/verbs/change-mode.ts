import { chmodSync, fstatSync } from 'node:fs';
import { Refusal } from '#faults/refusal';
import { refusalOf } from '#files/link/errno';
import { setFileMode, setFolderMode } from '../tree/set-mode';
import { LoopYield } from '../loop-yield';
import { mayChangeEntry, mayChangeInside } from '../tree/write-rules';
import { DEPTH_MAX, partsOf } from '../tree/site-path';
import type { Verb } from '../verb';
import { locate, type Folder, type Name } from '../tree/walk';

const OWNER_ALL = 0o700;
const BITS = 0o7777;

interface Modes {
  readonly files: number | undefined;
  readonly folders: number | undefined;
  readonly deep: boolean;
}

class ModeChange {
  changed = 0;
  private readonly pace: LoopYield;
  constructor(
    private readonly modes: Modes,
    signal: AbortSignal,
  ) {
    this.pace = new LoopYield(signal);
  }

  async change(folder: Folder, name: Name, depth = 0): Promise<void> {
    if (this.pace.due) await this.pace.rest();
    const stats = folder.lstat(name);
    const { files } = this.modes;
    if (stats?.isDirectory()) await this.changeFolder(folder, name, depth);
    else if (stats?.isFile() && files !== undefined && setFileMode(folder, name, files)) this.changed += 1;
  }

  /**
   * Changes the entries first, as the folder's new mode may deny access; opens the folder first if its old
   * mode denies it.
   */
  private async changeFolder(parent: Folder, name: Name, depth: number): Promise<void> {
    using folder = parent.enter(name);
    const before = fstatSync(folder.fd);
    const { folders, deep } = this.modes;
    const isClosed = before.uid === process.getuid?.() && (before.mode & OWNER_ALL) !== OWNER_ALL;
    try {
      if (deep && depth < DEPTH_MAX) {
        if (isClosed) chmodSync(folder.self, (before.mode & BITS) | OWNER_ALL);
        await this.changeInside(folder, depth);
      }
    } finally {
      if (deep && isClosed) chmodSync(folder.self, before.mode & BITS);
    }
    if (folders !== undefined && depth >= 0 && setFolderMode(folder, folders)) this.changed += 1;
  }

  private async changeInside(folder: Folder, depth: number): Promise<void> {
    for (const entry of folder.names()) await this.change(folder, entry, depth + 1);
  }
}

const octal = (mode: string | undefined) => (mode === undefined ? undefined : Number.parseInt(mode, 8));

/** Changes only what belongs to the host; skips links. */
export const changeMode: Verb<'changeMode'> = async (body, { disk, signal }) => {
  const modes = { files: octal(body.files), folders: octal(body.folders), deep: body.deep };
  if (modes.files === undefined && modes.folders === undefined)
    throw new Refusal('bad-input', { field: 'files', values: { field: 'files' } });
  const all = body.paths.map(partsOf);
  // Nothing changes unless all of them may be changed.
  for (const parts of all) {
    if (parts.length === 1 && body.deep) mayChangeInside(parts);
    else mayChangeEntry(parts);
    using spot = locate(disk.root, parts);
    if (!spot.folder.lstat(spot.name)) throw new Refusal('no-such-file');
  }
  const change = new ModeChange(modes, signal);
  try {
    for (const parts of all) {
      using spot = locate(disk.root, parts);
      // Folders of the top level keep their modes: one mistake would close the site.
      await change.change(spot.folder, spot.name, parts.length === 1 ? -1 : 0);
    }
  } catch (error) {
    throw refusalOf(error);
  }
  return { changed: change.changed };
};

const FOLDER_MODE = 0o755;
const FILE_MODE = 0o644;

class ModeReset {
  private changed = 0;
  private readonly pace: LoopYield;
  constructor(signal: AbortSignal) {
    this.pace = new LoopYield(signal);
  }

  async reset(folder: Folder, name: Name, depth = 0): Promise<number> {
    if (this.pace.due) await this.pace.rest();
    const stats = folder.lstat(name);
    if (stats?.isDirectory() && depth < DEPTH_MAX) await this.resetFolder(folder, name, depth);
    else if (stats?.isFile() && setFileMode(folder, name, FILE_MODE)) this.changed += 1;
    return this.changed;
  }

  private async resetFolder(parent: Folder, name: Name, depth: number): Promise<void> {
    using folder = parent.enter(name);
    if (setFolderMode(folder, FOLDER_MODE)) this.changed += 1;
    for (const entry of folder.names()) await this.reset(folder, entry, depth + 1);
  }
}

/** Resets modes only: all files already have the host's owner and group. */
export const resetPermission: Verb<'resetPermission'> = async (body, { disk, signal }) => {
  const parts = partsOf(body.path);
  mayChangeInside(parts);
  using spot = locate(disk.root, parts);
  if (!spot.folder.lstat(spot.name)) throw new Refusal('no-such-file');
  return { changed: await new ModeReset(signal).reset(spot.folder, spot.name) };
};
