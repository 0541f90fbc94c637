import { Refusal } from '#faults/refusal';
import type { Disk } from '../disk';
import { newMoveId } from '../history/version-id';
import { replaceEntry, targetFor } from '../tree/replace-entry';
import { mayChangeEntry } from '../tree/write-rules';
import { liesIn, partsOf, pathOf } from '../tree/site-path';
import type { Verb } from '../verb';
import { locate } from '../tree/walk';

/** Refuses before anything is moved. */
function checkVersion(disk: Disk, parts: readonly string[], id: string): void {
  disk.versions.find(parts, id)[Symbol.dispose]();
}

/** Renames or moves an entry; the entry that it replaces becomes a version or goes to the recycle bin. */
export const renameFile: Verb<'renameFile'> = async (body, { disk, signal }) => {
  const [source, target] = [partsOf(body.path), partsOf(body.to)];
  mayChangeEntry(source);
  mayChangeEntry(target);
  using from = locate(disk.root, source);
  if (!from.folder.lstat(from.name)) throw new Refusal('no-such-file');
  if (liesIn(target, source) && target.length === source.length)
    return { to: pathOf(target), kept: [], moveId: newMoveId() };
  if (liesIn(target, source)) throw new Refusal('into-itself');
  // Replacing a folder by an entry inside it would remove the source too.
  if (liesIn(source, target) && body.ifExists !== 'both') throw new Refusal('already-exists');
  using to = locate(disk.root, target);
  const { path, overwrite, ...named } = targetFor(to, target, body);
  if (body.putBack !== undefined) checkVersion(disk, source, body.putBack);
  const { freed, ...replaced } = await replaceEntry({
    disk,
    from,
    to: { folder: to.folder, ...named },
    overwrite,
  });
  disk.quota.count(-freed);
  if (body.putBack !== undefined) disk.versions.putBack(source, body.putBack, from);
  const moveId = await disk.versions.moved(source, named.parts, { signal, undoes: body.undoes });
  return { to: path, moveId, ...replaced };
};
