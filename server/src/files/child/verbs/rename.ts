import type { CallReply, CallRequest, renameFile } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { placeEntry } from '../tree/place-file';
import { mayChangeEntry } from '../tree/place-rules';
import { liesIn, partsOf, pathOf } from '../tree/site-path';
import type { Verb } from '../verb';
import { spotOf } from '../tree/walk';
import { landingAt } from './landing';

type Body = CallRequest<typeof renameFile>['body'];
type Reply = CallReply<typeof renameFile>;

export const rename: Verb<Body, Reply> = async (body, { disk, signal }) => {
  const [source, target] = [partsOf(body.path), partsOf(body.to)];
  mayChangeEntry(source);
  mayChangeEntry(target);
  using from = spotOf(disk.root, source);
  if (!from.folder.look(from.name)) throw new Refusal('no-such-file');
  if (liesIn(target, source) && target.length === source.length) return { to: pathOf(target), kept: [] };
  if (liesIn(target, source)) throw new Refusal('into-itself');
  // Replacing a folder by something inside it would take the source along.
  if (liesIn(source, target) && body.ifExists !== 'both') throw new Refusal('already-exists');
  using to = spotOf(disk.root, target);
  const { path, overwrite, ...landing } = landingAt(to, target, body);
  const place = { folder: to.folder, ...landing };
  const { freed, kept } = await placeEntry({ disk, from, to: place, overwrite });
  disk.quota.count(-freed);
  await disk.versions.moved(source, landing.parts, signal);
  return { to: path, kept };
};
