import { chmodSync, fstatSync } from 'node:fs';
import type { CallReply, CallRequest, changeMode as call } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { refusalOf } from '#files/link/errno';
import { setFileMode, setFolderMode } from '../tree/mode';
import { Pace } from '../pace';
import { mayChangeEntry, mayChangeInside } from '../tree/place-rules';
import { DEPTH_MAX, partsOf } from '../tree/site-path';
import type { Verb } from '../verb';
import { spotOf, type Folder, type Name } from '../tree/walk';

type Body = CallRequest<typeof call>['body'];
type Reply = CallReply<typeof call>;

const OWNER_ALL = 0o700;
const BITS = 0o7777;

interface Modes {
  readonly files: number | undefined;
  readonly folders: number | undefined;
  readonly deep: boolean;
}

class ModeChange {
  changed = 0;
  private readonly pace: Pace;
  constructor(
    private readonly modes: Modes,
    signal: AbortSignal,
  ) {
    this.pace = new Pace(signal);
  }

  async change(folder: Folder, name: Name, depth = 0): Promise<void> {
    if (this.pace.due) await this.pace.rest();
    const stats = folder.look(name);
    const { files } = this.modes;
    if (stats?.isDirectory()) await this.changeFolder(folder, name, depth);
    else if (stats?.isFile() && files !== undefined && setFileMode(folder, name, files)) this.changed += 1;
  }

  /** What it holds comes first: its new mode may close it, as its old one may have. */
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

/** Only what belongs to the host; links stay what they are. */
export const changeMode: Verb<Body, Reply> = async (body, { disk, signal }) => {
  const modes = { files: octal(body.files), folders: octal(body.folders), deep: body.deep };
  if (modes.files === undefined && modes.folders === undefined)
    throw new Refusal('bad-input', { field: 'files', values: { field: 'files' } });
  const all = body.paths.map(partsOf);
  // Nothing is changed where one of them may not be.
  for (const parts of all) {
    if (parts.length === 1 && body.deep) mayChangeInside(parts);
    else mayChangeEntry(parts);
    using spot = spotOf(disk.root, parts);
    if (!spot.folder.look(spot.name)) throw new Refusal('no-such-file');
  }
  const change = new ModeChange(modes, signal);
  try {
    for (const parts of all) {
      using spot = spotOf(disk.root, parts);
      // The host's own first folders keep their modes: the site would be closed by one slip.
      await change.change(spot.folder, spot.name, parts.length === 1 ? -1 : 0);
    }
  } catch (error) {
    throw refusalOf(error);
  }
  return { changed: change.changed };
};
