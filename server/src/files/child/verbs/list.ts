import { accessSync, constants, lstatSync, readlinkSync, statSync, type Stats } from 'node:fs';
import type { CallRequest, FileEntry, listFolder } from '@sitedeck/contract';
import type { JsonText } from '#system/streams/json-text';
import { typeOf } from '../tree/entry-type';
import { errnoOf } from '#files/link/errno';
import { FolderCache } from '../tree/folder-cache';
import { listingText } from '#files/link/list-text';
import { isOwnWork, takesEntries } from '../tree/place-rules';
import { ReadAhead } from '../text/read-ahead';
import { partsOf, pathOf } from '../tree/site-path';
import type { Verb } from '../verb';
import { walk, type Folder, type Name } from '../tree/walk';

type Body = CallRequest<typeof listFolder>['body'];

const cache = new FolderCache();
/** Whoever asks for that many entries at once goes through all of them; a page that is looked at has fewer. */
const SWEEP_LEAST = 2000;

/**
 * Shown of a link's target, characters. Five thousand of the longest, with each byte escaped, would be more than a line
 * of the child may have.
 */
const TARGET_SHOWN = 512;

function targetOf(at: Name): string {
  const target = readlinkSync(at);
  return target.length <= TARGET_SHOWN ? target : `${target.slice(0, TARGET_SHOWN - 1)}…`;
}

function entryOf(at: Name, name: Name): FileEntry | undefined {
  try {
    const stats = lstatSync(at);
    const type = typeOf(stats);
    return {
      name: name.toString(),
      type,
      size: type === 'folder' ? 0 : stats.size,
      mtime: Math.trunc(stats.mtimeMs),
      mode: (stats.mode & 0o7777).toString(8).padStart(3, '0'),
      uid: stats.uid,
      ...(type === 'link' && { target: targetOf(at) }),
      ...(typeof name !== 'string' && { unreadableName: true as const, rawName: name.toString('base64url') }),
    };
  } catch (error) {
    // Gone between reading the names and looking.
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'EINVAL') return undefined;
    throw error;
  }
}

/**
 * The folder as the working directory, for as long as `act` runs: a name alone takes the kernel half as long as the way
 * through the descriptor. Nothing else runs meanwhile, and no other thread uses a path that is not absolute.
 */
function inFolder<T>(folder: Folder, act: (at: (name: Name) => Name) => T): T {
  const plain = (name: Name) => folder.at(name);
  try {
    process.chdir(folder.self);
  } catch {
    // Closed to its owner: each entry says so.
    return act(plain);
  }
  try {
    return act((name) => (folder.hides(name) ? plain(name) : name));
  } finally {
    process.chdir('/');
  }
}

function isWritable(folder: Folder): boolean {
  try {
    accessSync(folder.self, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Of one page of a listing; another one once the folder itself has changed in any way. */
const keyOf =
  ({ path, sort, order, filter, limit }: Body, { dev, ino, mtimeMs, ctimeMs }: Stats) =>
  (offset: number): string =>
    JSON.stringify([dev, ino, mtimeMs, ctimeMs, path, sort, order, filter, limit, offset]);

const ahead = new ReadAhead();

/** Something may be different from what was read ahead. */
export const forgetAhead = (): void => ahead.drop();

export const list: Verb<Body, JsonText> = async (body, { disk, signal }) => {
  const parts = partsOf(body.path);
  using folder = walk(disk.root, parts);
  const stats = statSync(folder.self);
  const key = keyOf(body, stats);
  const known = await ahead.take(key(body.offset));
  const hides = (name: Name) => isOwnWork([...parts, name.toString()]);
  const order = await cache.order(folder, stats, { ...body, ...(parts.length === 1 && { hides }), signal });
  const told = {
    path: pathOf(parts),
    total: order.total,
    folders: order.folders,
    ownerUid: process.getuid?.() ?? 0,
    writable: takesEntries(parts) && isWritable(folder),
  };
  const textOf = (entries: readonly FileEntry[]) => listingText({ ...told, entries: [...entries] });
  const read = (names: readonly Name[], place: Folder) =>
    inFolder(place, (at) => names.flatMap((name) => entryOf(at(name), name) ?? []));
  const reply = known ?? textOf(read(order.page(body.offset, body.limit), folder));
  const next = body.offset + body.limit;
  if (body.limit >= SWEEP_LEAST && next < order.total)
    ahead.begin(key(next), { folder, names: () => order.page(next, body.limit), read, textOf });
  return reply;
};
