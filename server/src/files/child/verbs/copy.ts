import type { CallReply, CallRequest, copyFile } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { copyTree } from '../tree/copy-tree';
import { placeEntry } from '../tree/place-file';
import { mayChangeEntry } from '../tree/place-rules';
import { removeTree } from '../tree/remove-tree';
import { liesIn, partsOf } from '../tree/site-path';
import type { Verb } from '../verb';
import { spotOf } from '../tree/walk';
import { landingAt } from './landing';

type Body = CallRequest<typeof copyFile>['body'];
type Reply = CallReply<typeof copyFile>;

/** Copies aside, then renames into place: a copy that fails leaves nothing behind. */
export const copy: Verb<Body, Reply> = async (body, { disk, signal }) => {
  const [source, target] = [partsOf(body.path), partsOf(body.to)];
  mayChangeEntry(target);
  // A second one beside itself, under a name of its own, is no copy into itself.
  const isBeside = body.ifExists === 'both' && (target.length <= source.length || !liesIn(target, source));
  if (!isBeside && (liesIn(target, source) || liesIn(source, target))) throw new Refusal('into-itself');
  using from = spotOf(disk.root, source);
  if (!from.folder.look(from.name)) throw new Refusal('no-such-file');
  using to = spotOf(disk.root, target);
  const { path, overwrite, ...landing } = landingAt(to, target, body);
  if (to.folder.look(landing.name) && !overwrite) throw new Refusal('already-exists');
  using work = disk.work.open();
  const name = disk.work.freshName();
  try {
    const copied = await copyTree({ from, to: { folder: work, name }, quota: disk.quota, signal });
    const { freed, kept } = await placeEntry({
      disk,
      from: { folder: work, name },
      to: { folder: to.folder, ...landing },
      overwrite,
    });
    disk.quota.count(-freed);
    return { ...copied, to: path, kept };
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
