import type { CallReply, CallRequest, checkUpload as call } from '@sitedeck/contract';
import { isRefusal } from '#faults/refusal';
import type { Disk } from '../disk';
import { typeOf } from '../tree/entry-type';
import { Pace } from '../pace';
import { partsOf, pathOf } from '../tree/site-path';
import type { Verb } from '../verb';
import { walk, type Folder } from '../tree/walk';

type Body = CallRequest<typeof call>['body'];
type Reply = CallReply<typeof call>;
type Taken = Reply['taken'][number];

/** The folder of the name before: most names of an upload share theirs with the one before. */
class Held implements Disposable {
  private path: string | undefined;
  private folder: Folder | undefined;
  constructor(private readonly disk: Disk) {}

  /** Undefined where there is no such folder: then nothing in it is taken. */
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

export const checkUpload: Verb<Body, Reply> = async (body, { disk, signal }) => {
  const base = partsOf(body.path);
  const pace = new Pace(signal);
  using held = new Held(disk);
  const taken: Taken[] = [];
  for (const name of body.names) {
    if (pace.due) await pace.rest();
    const parts = [...base, ...partsOf(name)];
    const stats = held.get(parts.slice(0, -1))?.look(parts.at(-1) ?? '');
    if (stats) taken.push({ name, type: typeOf(stats), size: stats.size, mtime: Math.trunc(stats.mtimeMs) });
  }
  return { taken };
};
