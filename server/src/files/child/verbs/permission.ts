import type { CallReply, CallRequest, resetPermission as call } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { setFileMode, setFolderMode } from '../tree/mode';
import { Pace } from '../pace';
import { mayChangeInside } from '../tree/place-rules';
import { DEPTH_MAX, partsOf } from '../tree/site-path';
import type { Verb } from '../verb';
import { spotOf, type Folder, type Name } from '../tree/walk';

type Body = CallRequest<typeof call>['body'];
type Reply = CallReply<typeof call>;

const FOLDER_MODE = 0o755;
const FILE_MODE = 0o644;

class Resetter {
  private changed = 0;
  private readonly pace: Pace;
  constructor(signal: AbortSignal) {
    this.pace = new Pace(signal);
  }

  async reset(folder: Folder, name: Name, depth = 0): Promise<number> {
    if (this.pace.due) await this.pace.rest();
    const stats = folder.look(name);
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

/** Owner and group are the host's already: only it creates files here. */
export const resetPermission: Verb<Body, Reply> = async (body, { disk, signal }) => {
  const parts = partsOf(body.path);
  mayChangeInside(parts);
  using spot = spotOf(disk.root, parts);
  if (!spot.folder.look(spot.name)) throw new Refusal('no-such-file');
  return { changed: await new Resetter(signal).reset(spot.folder, spot.name) };
};
