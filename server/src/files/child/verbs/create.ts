import { closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { makeFolders } from '../tree/place-file';
import { mayChangeEntry } from '../tree/write-rules';
import { partsOf } from '../tree/site-path';
import type { Verb } from '../verb';
import { locate } from '../tree/walk';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
/** Disk space that one more entry may take, bytes: refuses a new entry when the quota is used up. */
const ENTRY_BYTES = 4096;

export const touchFile: Verb<'touchFile'> = async (body, { disk }) => {
  const parts = partsOf(body.path);
  mayChangeEntry(parts);
  await disk.quota.ensureRoom(ENTRY_BYTES);
  using spot = locate(disk.root, parts);
  closeSync(openSync(spot.folder.at(spot.name), O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o644));
  return {};
};

export const makeFolder: Verb<'makeFolder'> = async (body, { disk }) => {
  const parts = partsOf(body.path);
  mayChangeEntry(parts);
  await disk.quota.ensureRoom(ENTRY_BYTES);
  using parent = makeFolders(disk.root, parts.slice(0, -1));
  mkdirSync(parent.at(parts.at(-1) ?? ''), { mode: 0o755 });
  disk.quota.count(ENTRY_BYTES);
  return {};
};
