import { Refusal } from '#faults/refusal';
import type { Disk } from '../disk';
import { isOneName, type Origin } from '../history/bin-note';
import { isOwnWork, mayChangeEntry, mayChangeInside } from '../tree/write-rules';
import { removeTree } from '../tree/remove-tree';
import { partsOf } from '../tree/site-path';
import type { Verb } from '../verb';
import { locate, walk } from '../tree/walk';

const badInput = (field: string) => new Refusal('bad-input', { field, values: { field } });

/** The entries to remove for one path: a file always, a folder itself only with `with_self`, else what it contains. */
function originsOf(disk: Disk, parts: readonly string[], withSelf: boolean): Origin[] {
  mayChangeInside(parts);
  using spot = locate(disk.root, parts);
  const stats = spot.folder.lstat(spot.name);
  if (!stats) throw new Refusal('no-such-file');
  if (withSelf || !stats.isDirectory()) {
    mayChangeEntry(parts);
    return [{ folder: parts.slice(0, -1), name: spot.name }];
  }
  using folder = walk(disk.root, parts);
  const names = folder.names().filter((name) => !isOwnWork([...parts, name.toString()]));
  return names.map((name) => ({ folder: parts, name }));
}

/** An entry whose name is not UTF-8, by its folder and the bytes of its name. */
function unreadable(disk: Disk, { folder, name }: { folder: string; name: string }): Origin {
  const origin = { folder: partsOf(folder), name: Buffer.from(name, 'base64url') };
  if (!isOneName(origin.name)) throw badInput('unreadable');
  mayChangeEntry([...origin.folder, origin.name.toString()]);
  using inside = walk(disk.root, origin.folder);
  if (!inside.lstat(origin.name)) throw new Refusal('no-such-file');
  return origin;
}

/** @param origins sorted by folder, so that each folder is opened once */
async function removeAll(disk: Disk, origins: readonly Origin[], signal: AbortSignal): Promise<number> {
  using aside = disk.work.open();
  let removed = 0;
  for (let at = 0; at < origins.length;) {
    const { folder } = origins[at] ?? { folder: [] };
    using inside = walk(disk.root, folder);
    for (let origin = origins[at]; origin?.folder === folder; origin = origins[++at]) {
      const gone = await removeTree({ folder: inside, name: origin.name, aside, signal });
      disk.quota.count(-gone.bytes);
      removed += gone.entries;
    }
  }
  return removed;
}

export const removeFile: Verb<'removeFile'> = async (body, { disk, signal }) => {
  const paths = [...(body.path === undefined ? [] : [body.path]), ...(body.paths ?? [])];
  const raw = body.unreadable ?? [];
  if (paths.length + raw.length === 0) throw badInput('path');
  const reply: { removed: number; kept: { id: string; path: string }[] } = { removed: 0, kept: [] };
  const go = async (origins: readonly Origin[]) => {
    if (body.bin) {
      const kept = await disk.bin.take(origins, signal);
      reply.kept.push(...kept);
      reply.removed += kept.length;
    } else {
      reply.removed += await removeAll(disk, origins, signal);
    }
  };
  if (body.bin && body.with_self) await go(removalOrigins(disk, paths));
  // One after the other: a path may be inside the one before.
  else for (const path of paths) await go(originsOf(disk, partsOf(path), body.with_self));
  await go(raw.map((entry) => unreadable(disk, entry)));
  return reply;
};

/** All in one step, so that their notes are synced to the disk together. */
const removalOrigins = (disk: Disk, paths: readonly string[]): Origin[] =>
  paths.flatMap((path) => originsOf(disk, partsOf(path), true));
