import { closeSync, constants, mkdirSync, openSync } from 'node:fs';
import type { CallRequest, makeFolder, touchFile } from '@sitedeck/contract';
import { makeFolders } from '../tree/place-file';
import { mayChangeEntry } from '../tree/place-rules';
import { partsOf } from '../tree/site-path';
import type { Verb } from '../verb';
import { spotOf } from '../tree/walk';

type Nothing = Record<string, never>;
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
/** What one more entry may take on disk, bytes: enough to refuse where the quota is used up. */
const ENTRY_BYTES = 4096;

export const touch: Verb<CallRequest<typeof touchFile>['body'], Nothing> = async (body, { disk }) => {
  const parts = partsOf(body.path);
  mayChangeEntry(parts);
  await disk.quota.ensureRoom(ENTRY_BYTES);
  using spot = spotOf(disk.root, parts);
  closeSync(openSync(spot.folder.at(spot.name), O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o644));
  return {};
};

export const mkdir: Verb<CallRequest<typeof makeFolder>['body'], Nothing> = async (body, { disk }) => {
  const parts = partsOf(body.path);
  mayChangeEntry(parts);
  await disk.quota.ensureRoom(ENTRY_BYTES);
  using parent = makeFolders(disk.root, parts.slice(0, -1));
  mkdirSync(parent.at(parts.at(-1) ?? ''), { mode: 0o755 });
  disk.quota.count(ENTRY_BYTES);
  return {};
};
