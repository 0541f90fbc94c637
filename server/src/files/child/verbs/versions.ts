import { closeSync, fsyncSync, openSync, constants } from 'node:fs';
import type {
  CallReply,
  CallRequest,
  listVersions,
  readVersion,
  removeVersions,
  restoreVersions,
} from '@sitedeck/contract';
import { CAT_LIMIT_BYTES } from '@sitedeck/contract/constants';
import { Refusal } from '#faults/refusal';
import { contentVersion } from '../text/content-version';
import { copyTree } from '../tree/copy-tree';
import type { Disk } from '../disk';
import { faultOf } from '#files/link/file-fault';
import { setFileMode } from '../tree/mode';
import { makeFolders, replaceFile } from '../tree/place-file';
import { mayChangeEntry } from '../tree/place-rules';
import { removeTree } from '../tree/remove-tree';
import { partsOf } from '../tree/site-path';
import { decodeText } from '../text/text-encoding';
import type { Verb } from '../verb';
import type { Folder } from '../tree/walk';
import { readWhole } from './text';

export const list: Verb<CallRequest<typeof listVersions>['body'], CallReply<typeof listVersions>> = async (
  body,
  { disk },
) => {
  // What is about to go is not shown any more.
  await disk.versions.settled();
  const versions = disk.versions.list(partsOf(body.path));
  return {
    versions: versions.map(({ id, keptAt, cause, stats }) => ({
      id,
      keptAt,
      cause,
      size: stats.size,
      mtime: Math.trunc(stats.mtimeMs),
    })),
  };
};

export const read: Verb<CallRequest<typeof readVersion>['body'], CallReply<typeof readVersion>> = async (
  body,
  { disk },
) => {
  using shelf = disk.versions.find(partsOf(body.path), body.id);
  const { bytes } = readWhole(shelf, body.id);
  return { ...decodeText(bytes, body.encoding), size: bytes.length };
};

/** Of what stands there: by its content where that is a text's size, else by what the file system says of it. */
function markOf(folder: Folder, name: string): string | undefined {
  const stats = folder.look(name);
  if (!stats) return undefined;
  if (!stats.isFile()) throw new Refusal('not-a-file');
  if (stats.size <= CAT_LIMIT_BYTES) return contentVersion(readWhole(folder, name).bytes);
  return `${stats.size.toString(36)}-${stats.ino.toString(36)}-${stats.mtimeMs.toString(36)}`;
}

interface Wish {
  readonly path: string;
  readonly id: string;
  readonly version?: string | undefined;
}

function flush(folder: Folder, name: string): void {
  const fd = openSync(folder.at(name), constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

const FILE_MODE = 0o644;

/** Copies the version aside, then puts it into place in one step: the version itself stays. */
async function restoreOne(
  disk: Disk,
  wish: Wish,
  signal: AbortSignal,
): Promise<{ version: string; kept?: string }> {
  const parts = partsOf(wish.path);
  mayChangeEntry(parts);
  using shelf = disk.versions.find(parts, wish.id);
  using folder = makeFolders(disk.root, parts.slice(0, -1));
  const to = { folder, name: parts.at(-1) ?? '', parts, cause: 'restore' } as const;
  // Before anything is copied, and again in the turn that replaces it.
  checkMark(to, wish.version);
  using work = disk.work.open();
  const name = disk.work.freshName();
  try {
    await copyTree({
      from: { folder: shelf, name: wish.id },
      to: { folder: work, name },
      quota: disk.quota,
      signal,
    });
    flush(work, name);
    checkMark(to, wish.version);
    setFileMode(work, name, (folder.look(to.name)?.mode ?? FILE_MODE) & 0o777);
    const { kept } = replaceFile(disk, { folder: work, name }, to);
    return { version: markOf(folder, to.name) ?? '', ...(kept !== undefined && { kept }) };
  } catch (error) {
    const { bytes } = await removeTree({
      folder: work,
      name,
      aside: work,
      signal: new AbortController().signal,
    });
    disk.quota.count(-bytes);
    throw error;
  }
}

function checkMark(at: { folder: Folder; name: string }, version: string | undefined): void {
  if (at.folder.look(at.name)?.isFile() === false) throw new Refusal('not-a-file');
  if (version !== undefined && markOf(at.folder, at.name) !== version) throw new Refusal('conflict');
}

type Restored = CallReply<typeof restoreVersions>;

export const restore: Verb<CallRequest<typeof restoreVersions>['body'], Restored> = async (
  body,
  { disk, signal },
) => {
  const reply: Restored = { done: [], failed: [] };
  for (const file of body.files) {
    signal.throwIfAborted();
    try {
      reply.done.push({ path: file.path, ...(await restoreOne(disk, file, signal)) });
    } catch (error) {
      if (signal.aborted) throw error;
      reply.failed.push({ path: file.path, fault: faultOf(error) });
    }
  }
  return reply;
};

export const remove: Verb<
  CallRequest<typeof removeVersions>['body'],
  CallReply<typeof removeVersions>
> = async (body, { disk }) => {
  const parts = partsOf(body.path);
  mayChangeEntry(parts);
  return disk.versions.remove(parts, body.ids);
};
