import { chown, mkdir, readdir } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { treeBytes, treeBytesOnDisk } from '#system/disk/measure-tree';
import { sanitizeTree } from '#system/disk/sanitize-tree';
import { SPARE_BYTES } from '#system/disk/spare-bytes';
import { ensureSpace, hasRoomForFiles, hasSpace, withSpace } from '#system/disk/with-space';
import type { Identity } from '#system/process/identity';
import { SITE_FOLDERS } from '#system/site/host-entries';
import { throughProgram } from '#system/streams/through-program';
import { Refusal } from '#faults/refusal';
import { partOf, readPart, type OpenedImage } from './read-image';
import type { ImagePart } from './manifest';

export interface UnpackRequest {
  /** Gets the folders. Only root may enter the folder above it. */
  readonly into: string;
  /** The only entries that may lie in it, all of them folders; those of a site if absent. */
  readonly folders?: readonly string[];
  /** The owner of what is unpacked; undefined: this process's own uid. */
  readonly owner: Identity | undefined;
  readonly signal: AbortSignal;
}

class TarFailed extends Error {}

/** tar runs under the owner's uid. It writes nothing to its output, which ends when it has succeeded. */
async function extractTar(content: { image: OpenedImage; part: ImagePart }, request: UnpackRequest) {
  const { into, owner, signal } = request;
  const tar = throughProgram(
    readPart(content.image, content.part, owner),
    { file: 'tar', args: ['--extract', '--file=-', '--no-same-owner', '--preserve-permissions'] },
    { identity: owner, cwd: into, failure: (lastWords) => new TarFailed(lastWords) },
  );
  try {
    await finished(tar.resume(), { signal });
  } finally {
    tar.destroy();
  }
}

/** Why tar has failed, without trusting messages that hold file names. */
async function causeOf(error: unknown, into: string): Promise<unknown> {
  if (!(error instanceof TarFailed)) return error;
  const hasRoom = (await hasSpace({ folder: into, spare: SPARE_BYTES })) && (await hasRoomForFiles(into));
  return new Refusal(hasRoom ? 'image-damaged' : 'disk-full');
}

/** A link, or another name such as `logs`, would take the position of a folder that is not the site's. */
async function refuseOthers({ into, folders = SITE_FOLDERS }: UnpackRequest): Promise<void> {
  const entries = await readdir(into, { withFileTypes: true });
  const areExpected = entries.every((entry) => entry.isDirectory() && folders.includes(entry.name));
  if (!areExpected) throw new Refusal('image-damaged');
}

/**
 * Unpacks the files of an image that was found intact. tar runs under the owner's uid, so it can make no device and change
 * nothing of others; devices and set-uid bits are removed. Refuses with `image-damaged` or `disk-full`.
 * @returns bytes of the files; those of a sparse file count completely, as a copy of it may need them
 */
export async function unpackFiles(image: OpenedImage, request: UnpackRequest): Promise<number> {
  const { into, owner, signal } = request;
  const part = partOf(image, 'files');
  if (!part) throw new Refusal('image-damaged');
  await mkdir(into, { recursive: true, mode: 0o700 });
  if (owner) await chown(into, owner.uid, owner.gid);
  await ensureSpace(into, part.bytes);
  const work = (limit: AbortSignal) => extractTar({ image, part }, { ...request, signal: limit });
  await withSpace({ folder: into, signal, work }).catch(async (error: unknown) => {
    throw await causeOf(error, into);
  });
  await sanitizeTree({ into, owner, signal });
  await refuseOthers(request);
  const [bytes, onDisk] = [await treeBytes(into), await treeBytesOnDisk(into)];
  await ensureSpace(into, Math.max(0, bytes - onDisk));
  return bytes;
}
