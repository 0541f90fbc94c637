import type { CallRequest, renameFile } from '@sitedeck/contract';
import { Refusal } from '../../refusal';
import { placeEntry } from '../place-file';
import { mayChangeEntry } from '../place-rules';
import { liesIn, partsOf } from '../site-path';
import type { Verb } from '../verb';
import { spotOf } from '../walk';

type Body = CallRequest<typeof renameFile>['body'];

export const rename: Verb<Body, Record<string, never>> = async (body, { disk, signal }) => {
  const [source, target] = [partsOf(body.path), partsOf(body.to)];
  mayChangeEntry(source);
  mayChangeEntry(target);
  using from = spotOf(disk.root, source);
  if (!from.folder.look(from.name)) throw new Refusal('no-such-file');
  if (liesIn(target, source) && target.length === source.length) return {};
  if (liesIn(target, source)) throw new Refusal('into-itself');
  // Replacing a folder by something inside it would take the source along.
  if (liesIn(source, target)) throw new Refusal('already-exists');
  using to = spotOf(disk.root, target);
  using aside = disk.work.open();
  const landing = { folder: to.folder, name: to.name, parts: target };
  disk.quota.count(
    -(await placeEntry({ disk, from, to: landing, overwrite: body.overwrite, aside, signal })),
  );
  await disk.versions.moved(source, target, signal);
  return {};
};
