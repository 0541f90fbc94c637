import { Refusal } from '#faults/refusal';
import { copyTree } from '../tree/copy-tree';
import { replaceEntry, targetFor } from '../tree/replace-entry';
import { mayChangeEntry } from '../tree/write-rules';
import { removeTree } from '../tree/remove-tree';
import { liesIn, partsOf } from '../tree/site-path';
import type { Verb } from '../verb';
import { locate } from '../tree/walk';

/** Copies into the work folder, then renames: a failed copy leaves nothing behind. */
export const copyFile: Verb<'copyFile'> = async (body, { disk, signal }) => {
  const [source, target] = [partsOf(body.path), partsOf(body.to)];
  mayChangeEntry(target);
  // With `both`, the copy gets another name in the same folder, so it is not a copy into itself.
  const isBeside = body.ifExists === 'both' && (target.length <= source.length || !liesIn(target, source));
  if (!isBeside && (liesIn(target, source) || liesIn(source, target))) throw new Refusal('into-itself');
  using from = locate(disk.root, source);
  if (!from.folder.lstat(from.name)) throw new Refusal('no-such-file');
  using to = locate(disk.root, target);
  const { path, overwrite, ...named } = targetFor(to, target, body);
  if (to.folder.lstat(named.name) && !overwrite) throw new Refusal('already-exists');
  using work = disk.work.open();
  const name = disk.work.freshName();
  try {
    const copied = await copyTree({ from, to: { folder: work, name }, quota: disk.quota, signal });
    const { freed, ...replaced } = await replaceEntry({
      disk,
      from: { folder: work, name },
      to: { folder: to.folder, ...named },
      overwrite,
    });
    disk.quota.count(-freed);
    return { ...copied, to: path, ...replaced };
  } catch (error) {
    const dropped = await removeTree({
      folder: work,
      name,
      aside: work,
      signal: new AbortController().signal,
    });
    disk.quota.count(-dropped.bytes);
    throw error;
  }
};
