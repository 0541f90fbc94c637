import { mkdirSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { errnoOf, refusalOf } from '#files/link/errno';
import { removeTree } from './remove-tree';
import { step, walk, type Folder } from './walk';

/** The host's private folder: same file system, so that a finished file is renamed into place. */
export const PRIVATE_FOLDER = 'tmp';
const WORK_FOLDER = '.sitedeck-work';

/** Creates a folder unless it is there; either way it is entered without following a link. */
export function ensureFolder(parent: Folder, name: string, mode: number): Folder {
  try {
    mkdirSync(parent.at(name), { mode });
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw refusalOf(error);
  }
  return step(parent, name);
}

/** Where unfinished things lie until they are renamed into place. One folder for each life of the process. */
export class Work {
  private readonly life = randomBytes(6).toString('hex');
  private last = 0;
  constructor(private readonly root: Folder) {}

  /** The caller disposes of it. */
  open(): Folder {
    using privateFolder = walk(this.root, [PRIVATE_FOLDER]);
    using work = ensureFolder(privateFolder, WORK_FOLDER, 0o700);
    return ensureFolder(work, this.life, 0o700);
  }

  freshName(): string {
    return String(++this.last);
  }

  /** Removes what earlier lives left behind. */
  async sweep(signal: AbortSignal): Promise<void> {
    using privateFolder = walk(this.root, [PRIVATE_FOLDER]);
    if (!privateFolder.look(WORK_FOLDER)) return;
    using work = walk(privateFolder, [WORK_FOLDER]);
    for (const name of work.names()) {
      if (name !== this.life) await removeTree({ folder: work, name, aside: work, signal });
    }
  }
}
