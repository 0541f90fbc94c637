import { renameSync } from 'node:fs';
import { StagedTree } from '../extract/staged-tree';
import { removeTree } from '../tree/remove-tree';
import type { Folder } from '../tree/walk';
import { ensureFolder } from '../tree/work-folder';
import { isSameFile, type PlannedFile, type PlannedFolder } from './compare-target';
import { PartFile, partName, type PartRoom } from './part-file';

export const TREE_FOLDER = 'tree';
export const PARTS_FOLDER = 'parts';

/**
 * The private folder of one move: `tree` holds complete files, `parts` those on their way. Both say by themselves what they
 * are, so that after a kill the next process needs no other record: a complete file has the size and time of the source,
 * a part its name.
 */
export class MoveStage implements Disposable {
  private readonly treeFolder: Folder;
  private readonly parts: Folder;
  private readonly tree: StagedTree;
  /** No earlier process has completed anything. */
  private readonly isFresh: boolean;

  constructor(
    work: Folder,
    private readonly room: PartRoom,
  ) {
    this.isFresh = work.lstat(TREE_FOLDER) === undefined;
    this.treeFolder = ensureFolder(work, TREE_FOLDER, 0o755);
    this.parts = ensureFolder(work, PARTS_FOLDER, 0o700);
    this.tree = new StagedTree(this.treeFolder, true);
  }

  makeFolder({ parts }: PlannedFolder): void {
    this.tree.folder(parts).release();
  }

  /** Whether an earlier process has completed this content of the file. */
  has({ folder, name, file }: PlannedFile): boolean {
    if (this.isFresh) return false;
    const held = this.tree.folder(folder.parts);
    try {
      const stats = held.folder.lstat(name);
      return stats !== undefined && isSameFile(stats, file);
    } finally {
      held.release();
    }
  }

  openPart(planned: PlannedFile): PartFile {
    return new PartFile(this.parts, partName(planned), this.room);
  }

  /** Moves a complete part into the tree. */
  complete(part: PartFile, { folder, name }: PlannedFile): void {
    const held = this.tree.folder(folder.parts);
    try {
      renameSync(this.parts.at(part.name), held.folder.at(name));
    } finally {
      held.release();
    }
  }

  /** Removes parts of files that failed or were changed at the source. */
  async dropParts(): Promise<void> {
    const { signal } = new AbortController();
    for (const name of this.parts.names()) {
      const { bytes } = await removeTree({ folder: this.parts, name, aside: this.parts, signal });
      this.room.disk.quota.count(-bytes);
    }
  }

  [Symbol.dispose](): void {
    this.tree[Symbol.dispose]();
    this.parts[Symbol.dispose]();
    this.treeFolder[Symbol.dispose]();
  }
}
