import { accessSync, constants, lstatSync, readlinkSync, statSync } from 'node:fs';
import type { CallReply, CallRequest, FileEntry, listFolder } from '@sitedeck/contract';
import { typeOf } from '../entry-type';
import { errnoOf } from '../errno';
import { FolderCache } from '../folder-cache';
import { takesEntries } from '../place-rules';
import { partsOf, pathOf } from '../site-path';
import type { Verb } from '../verb';
import { walk, type Folder, type Name } from '../walk';

type Body = CallRequest<typeof listFolder>['body'];
type Reply = CallReply<typeof listFolder>;

const cache = new FolderCache();

function entryOf(at: Name, name: Name): FileEntry | undefined {
  try {
    const stats = lstatSync(at);
    const type = typeOf(stats);
    return {
      name: name.toString(),
      type,
      size: type === 'folder' ? 0 : stats.size,
      mtime: Math.trunc(stats.mtimeMs),
      mode: (stats.mode & 0o7777).toString(8),
      uid: stats.uid,
      ...(type === 'link' && { target: readlinkSync(at) }),
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

export const list: Verb<Body, Reply> = async (body, { disk, signal }) => {
  const parts = partsOf(body.path);
  using folder = walk(disk.root, parts);
  const order = await cache.order(folder, statSync(folder.self), { ...body, signal });
  const page = order.names.slice(body.offset, body.offset + body.limit);
  return {
    path: pathOf(parts),
    entries: inFolder(folder, (at) => page.flatMap((name) => entryOf(at(name), name) ?? [])),
    total: order.names.length,
    folders: order.folders,
    ownerUid: process.getuid?.() ?? 0,
    writable: takesEntries(parts) && isWritable(folder),
  };
};
