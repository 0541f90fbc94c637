import type { CallReply, checkUpload as call } from '@sitedeck/contract';
import { isRefusal } from '#faults/refusal';
import type { Disk } from '../disk';
import { typeOf } from '../tree/entry-type';
import { LoopYield } from '../loop-yield';
import { partsOf, pathOf } from '../tree/site-path';
import type { Verb } from '../verb';
import { walk, type Folder } from '../tree/walk';

type NameConflict = CallReply<typeof call>['taken'][number];

/** Keeps the folder of the last name open: most names of an upload share it with the next one. */
class HeldFolder implements Disposable {
  private path: string | undefined;
  private folder: Folder | undefined;
  constructor(private readonly disk: Disk) {}

  /** Undefined if the folder does not exist. */
  get(parts: readonly string[]): Folder | undefined {
    const path = pathOf(parts);
    if (path === this.path) return this.folder;
    this[Symbol.dispose]();
    this.path = path;
    try {
      this.folder = walk(this.disk.root, parts);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.folder = undefined;
    }
    return this.folder;
  }

  [Symbol.dispose](): void {
    this.folder?.[Symbol.dispose]();
    this.folder = undefined;
  }
}

/** Reports which names of an upload exist already; follows no symlink. */
export const checkUpload: Verb<'checkUpload'> = async (body, { disk, signal }) => {
  const base = partsOf(body.path);
  const pace = new LoopYield(signal);
  using held = new HeldFolder(disk);
  const taken: NameConflict[] = [];
  for (const name of body.names) {
    if (pace.due) await pace.rest();
    const parts = [...base, ...partsOf(name)];
    const stats = held.get(parts.slice(0, -1))?.lstat(parts.at(-1) ?? '');
    if (stats) taken.push({ name, type: typeOf(stats), size: stats.size, mtime: Math.trunc(stats.mtimeMs) });
  }
  return { taken };
};
