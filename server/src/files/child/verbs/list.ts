import { accessSync, constants, lstatSync, readlinkSync, statSync, type Stats } from 'node:fs';
import type { FileEntry } from '@sitedeck/contract';
import type { ChildBodies } from '#files/link/child-messages';
import { typeOf } from '../tree/entry-type';
import { codeOf } from '#faults/error-code';
import { FolderCache } from '../tree/folder-cache';
import { listingText } from '#files/link/listing-text';
import { isOwnWork, mayAddEntries } from '../tree/write-rules';
import { ReadAhead } from '../tree/read-ahead';
import { partsOf, pathOf } from '../tree/site-path';
import type { TextVerb } from '../verb';
import { walk, type Folder, type Name } from '../tree/walk';

type Body = ChildBodies['listFolder'];

const cache = new FolderCache();
/** A caller that requests this many entries reads the entire folder; a page on screen has fewer. */
const READ_AHEAD_LEAST = 2000;

/** Characters of a link's target in a listing: 5,000 uncut targets could exceed the child's longest line. */
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
    // The entry was removed after its name was read.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'EINVAL') return undefined;
    throw error;
  }
}

/**
 * Makes the folder the working directory while `act` runs: the kernel resolves a plain name in half the time of a path
 * through the descriptor. `act` is synchronous, and other threads only use absolute paths.
 */
function inFolder<T>(folder: Folder, act: (at: (name: Name) => Name) => T): T {
  const plain = (name: Name) => folder.at(name);
  try {
    process.chdir(folder.self);
  } catch {
    // The owner may not enter it: each entry then fails with the reason.
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

/** Identifies one page of a listing; the identifier changes when the folder changes. */
const keyOf =
  ({ path, sort, order, filter, limit }: Body, { dev, ino, mtimeMs, ctimeMs }: Stats) =>
  (offset: number): string =>
    JSON.stringify([dev, ino, mtimeMs, ctimeMs, path, sort, order, filter, limit, offset]);

const ahead = new ReadAhead();

/** Called before any other verb, which may change what was read ahead. */
export const dropReadAhead = (): void => ahead.drop();

export const listFolder: TextVerb<'listFolder'> = async (body, { disk, signal }) => {
  const parts = partsOf(body.path);
  using folder = walk(disk.root, parts);
  const stats = statSync(folder.self);
  const key = keyOf(body, stats);
  const known = await ahead.take(key(body.offset));
  const hides = (name: Name) => isOwnWork([...parts, name.toString()]);
  const order = await cache.order(folder, stats, { ...body, ...(parts.length === 1 && { hides }), signal });
  const facts = {
    path: pathOf(parts),
    total: order.total,
    folders: order.folders,
    ownerUid: process.getuid?.() ?? 0,
    writable: mayAddEntries(parts) && isWritable(folder),
  };
  const textOf = (entries: readonly FileEntry[]) => listingText({ ...facts, entries: [...entries] });
  const read = (names: readonly Name[], inside: Folder) =>
    inFolder(inside, (at) => names.flatMap((name) => entryOf(at(name), name) ?? []));
  const reply = known ?? textOf(read(order.page(body.offset, body.limit), folder));
  const next = body.offset + body.limit;
  if (body.limit >= READ_AHEAD_LEAST && next < order.total)
    ahead.begin(key(next), { folder, names: () => order.page(next, body.limit), read, textOf });
  return reply;
};
