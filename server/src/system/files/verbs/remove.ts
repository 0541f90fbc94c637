import type { CallReply, CallRequest, removeFile } from '@sitedeck/contract';
import { Refusal } from '../../refusal';
import type { Disk } from '../disk';
import { mayChangeEntry, mayChangeInside } from '../place-rules';
import { removeTree } from '../remove-tree';
import { partsOf } from '../site-path';
import type { Verb } from '../verb';
import { spotOf, walk, type Folder } from '../walk';

type Body = CallRequest<typeof removeFile>['body'];
type Reply = CallReply<typeof removeFile>;

interface Target {
  readonly parts: readonly string[];
  readonly withSelf: boolean;
}

/** A file goes whatever `with_self` says; a folder stays, emptied, without it. */
async function removeOne(disk: Disk, target: Target, signal: AbortSignal): Promise<number> {
  const { parts, withSelf } = target;
  using aside = disk.work.open();
  const drop = async (folder: Folder, name: string | Buffer) => {
    const removed = await removeTree({ folder, name, aside, signal });
    disk.quota.count(-removed.bytes);
    return removed.entries;
  };
  mayChangeInside(parts);
  const { isFolder } = stateOf(disk, parts);
  if (withSelf || !isFolder) {
    mayChangeEntry(parts);
    using spot = spotOf(disk.root, parts);
    // Awaited here: leaving the block closes the folder's descriptor under the removal.
    return await drop(spot.folder, spot.name);
  }
  using folder = walk(disk.root, parts);
  let removed = 0;
  for (const name of folder.names()) removed += await drop(folder, name);
  return removed;
}

function stateOf(disk: Disk, parts: readonly string[]): { isFolder: boolean } {
  using spot = spotOf(disk.root, parts);
  const stats = spot.folder.look(spot.name);
  if (!stats) throw new Refusal('no-such-file');
  return { isFolder: stats.isDirectory() };
}

export const remove: Verb<Body, Reply> = async (body, { disk, signal }) => {
  const paths = [...(body.path === undefined ? [] : [body.path]), ...(body.paths ?? [])];
  if (paths.length === 0) throw new Refusal('bad-input', { field: 'path', values: { field: 'path' } });
  let removed = 0;
  for (const path of paths) {
    removed += await removeOne(disk, { parts: partsOf(path), withSelf: body.with_self }, signal);
  }
  return { removed };
};
