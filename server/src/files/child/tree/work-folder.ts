import { mkdirSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { codeOf } from '#faults/error-code';
import { refusalOf } from '#files/link/errno';
import { removeTree } from './remove-tree';
import { enterFolder, walk, type Folder } from './walk';

/** The host's folder for unfinished files, on the same file system, so that they can be renamed into place. */
export const TMP_FOLDER = 'tmp';
const WORK_FOLDER = '.sitedeck-work';

/** Opens a folder without following a symlink; creates it if it is missing. */
export function ensureFolder(parent: Folder, name: string, mode: number): Folder {
  try {
    mkdirSync(parent.at(name), { mode });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw refusalOf(error);
  }
  return enterFolder(parent, name);
}

/** Folder of unfinished files until they are renamed into place; each process has its own. */
export class WorkFolder {
  private readonly life = randomBytes(6).toString('hex');
  private last = 0;
  constructor(private readonly root: Folder) {}

  /** The caller disposes of it. */
  open(): Folder {
    using tmp = walk(this.root, [TMP_FOLDER]);
    using work = ensureFolder(tmp, WORK_FOLDER, 0o700);
    return ensureFolder(work, this.life, 0o700);
  }

  /** Steps from the root to an entry of the folder. */
  pathOf(name: string): string[] {
    return [TMP_FOLDER, WORK_FOLDER, this.life, name];
  }

  freshName(): string {
    return String(++this.last);
  }

  /** Removes what earlier processes left. */
  async sweep(signal: AbortSignal): Promise<void> {
    using tmp = walk(this.root, [TMP_FOLDER]);
    if (!tmp.lstat(WORK_FOLDER)) return;
    using work = walk(tmp, [WORK_FOLDER]);
    for (const name of work.names()) {
      if (name !== this.life) await removeTree({ folder: work, name, aside: work, signal });
    }
  }
}
