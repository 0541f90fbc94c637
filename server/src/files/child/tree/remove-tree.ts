import { chmodSync, renameSync, rmdirSync, unlinkSync, type Stats } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { codeOf } from '#faults/error-code';
import { refusalOf } from '#files/link/errno';
import { LoopYield } from '../loop-yield';
import type { Folder, Name } from './walk';

/** Depth at which the rest of a tree is moved aside and removed from there. */
const CUT_DEPTH = 64;

export interface Removal {
  readonly folder: Folder;
  readonly name: Name;
  /** Folder of the same file system for the deep parts of a tree. */
  readonly aside: Folder;
  readonly signal: AbortSignal;
}

export interface RemovalCount {
  readonly entries: number;
  /** Bytes freed on disk. */
  readonly bytes: number;
}

function gone(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw refusalOf(error);
  }
}

/** Gives the owner access to a folder whose mode denies it. */
function openUp(folder: Folder): void {
  try {
    chmodSync(folder.self, 0o700);
  } catch {
    // Another owner's folder: the removal then fails with the reason.
  }
}

function namesOf(folder: Folder): Name[] {
  try {
    return folder.names();
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw refusalOf(error);
    openUp(folder);
    return folder.names();
  }
}

class Remover {
  private readonly pace: LoopYield;
  private readonly cut: string[] = [];
  private entries = 0;
  private bytes = 0;
  constructor(private readonly removal: Removal) {
    this.pace = new LoopYield(removal.signal);
  }

  async run(): Promise<RemovalCount> {
    await this.remove(this.removal.folder, this.removal.name, 0);
    for (let name = this.cut.pop(); name !== undefined; name = this.cut.pop()) {
      await this.remove(this.removal.aside, name, 0);
    }
    return { entries: this.entries, bytes: this.bytes };
  }

  private note(stats: Stats): void {
    this.entries += 1;
    if (stats.nlink === 1 || stats.isDirectory()) this.bytes += stats.blocks * 512;
  }

  private async remove(folder: Folder, name: Name, depth: number): Promise<void> {
    if (this.pace.due) await this.pace.rest();
    const stats = folder.lstat(name);
    if (!stats) return;
    if (!stats.isDirectory()) this.unlink(folder, name);
    else if (depth >= CUT_DEPTH) return this.cutOff(folder, name);
    else await this.removeFolder(folder, name, depth);
    this.note(stats);
  }

  private unlink(folder: Folder, name: Name): void {
    gone(() => {
      try {
        unlinkSync(folder.at(name));
      } catch (error) {
        if (codeOf(error) !== 'EACCES') throw error;
        openUp(folder);
        unlinkSync(folder.at(name));
      }
    });
  }

  private async removeFolder(folder: Folder, name: Name, depth: number): Promise<void> {
    {
      using inner = folder.enter(name);
      for (const entry of namesOf(inner)) await this.remove(inner, entry, depth + 1);
    }
    gone(() => rmdirSync(folder.at(name)));
  }

  private cutOff(folder: Folder, name: Name): void {
    const fresh = `cut-${randomBytes(8).toString('hex')}`;
    gone(() => {
      renameSync(folder.at(name), this.removal.aside.at(fresh));
      this.cut.push(fresh);
    });
  }
}

/**
 * Removes an entry with everything below it, if it exists; removes links, never their targets. An abort stops it between
 * two entries.
 */
export const removeTree = (removal: Removal): Promise<RemovalCount> => new Remover(removal).run();
