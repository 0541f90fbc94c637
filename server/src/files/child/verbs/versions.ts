import { closeSync, fsyncSync, openSync, constants } from 'node:fs';
import type { CallReply, restoreVersions as restoreCall } from '@sitedeck/contract';
import { CAT_LIMIT_BYTES } from '@sitedeck/contract/constants';
import { Refusal } from '#faults/refusal';
import { contentVersion, readTextFile } from '../text/read-file';
import { copyTree } from '../tree/copy-tree';
import type { Disk } from '../disk';
import { faultOf } from '#files/link/file-fault';
import { setFileMode } from '../tree/set-mode';
import { replaceFile } from '../tree/replace-entry';
import { makeFolders } from '../tree/place-file';
import { mayChangeEntry } from '../tree/write-rules';
import { removeTree } from '../tree/remove-tree';
import { partsOf } from '../tree/site-path';
import { decodeText } from '../text/text-encoding';
import type { Verb } from '../verb';
import type { Folder } from '../tree/walk';

export const listVersions: Verb<'listVersions'> = async (body, { disk }) => {
  // Versions that are being pruned are not listed.
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

export const readVersion: Verb<'readVersion'> = async (body, { disk }) => {
  using folder = disk.versions.find(partsOf(body.path), body.id);
  const { bytes } = readTextFile(folder, body.id);
  return { ...decodeText(bytes, body.encoding), size: bytes.length };
};

/** Identifies a file's content: by its bytes if it is small enough, else by size, inode and time. */
function versionOf(folder: Folder, name: string): string | undefined {
  const stats = folder.lstat(name);
  if (!stats) return undefined;
  if (!stats.isFile()) throw new Refusal('not-a-file');
  if (stats.size <= CAT_LIMIT_BYTES) return contentVersion(readTextFile(folder, name).bytes);
  return `${stats.size.toString(36)}-${stats.ino.toString(36)}-${stats.mtimeMs.toString(36)}`;
}

interface RestoreRequest {
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

/** Copies the version into the work folder, then renames it into place: the version itself stays. */
async function restoreOne(
  disk: Disk,
  request: RestoreRequest,
  signal: AbortSignal,
): Promise<{ version: string; kept?: string }> {
  const parts = partsOf(request.path);
  mayChangeEntry(parts);
  using stored = disk.versions.find(parts, request.id);
  using folder = makeFolders(disk.root, parts.slice(0, -1));
  const to = { folder, name: parts.at(-1) ?? '', parts, cause: 'restore' } as const;
  // Checked before the copy, and again right before the file is replaced.
  checkVersion(to, request.version);
  using work = disk.work.open();
  const name = disk.work.freshName();
  try {
    await copyTree({
      from: { folder: stored, name: request.id },
      to: { folder: work, name },
      quota: disk.quota,
      signal,
    });
    flush(work, name);
    checkVersion(to, request.version);
    setFileMode(work, name, (folder.lstat(to.name)?.mode ?? FILE_MODE) & 0o777);
    const { kept } = replaceFile(disk, { folder: work, name }, to);
    return { version: versionOf(folder, to.name) ?? '', ...(kept !== undefined && { kept }) };
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

function checkVersion(at: { folder: Folder; name: string }, version: string | undefined): void {
  if (at.folder.lstat(at.name)?.isFile() === false) throw new Refusal('not-a-file');
  if (version !== undefined && versionOf(at.folder, at.name) !== version) throw new Refusal('conflict');
}

export const restoreVersions: Verb<'restoreVersions'> = async (body, { disk, signal }) => {
  const reply: CallReply<typeof restoreCall> = { done: [], failed: [] };
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

export const removeVersions: Verb<'removeVersions'> = async (body, { disk }) => {
  const parts = partsOf(body.path);
  mayChangeEntry(parts);
  return disk.versions.remove(parts, body.ids);
};
