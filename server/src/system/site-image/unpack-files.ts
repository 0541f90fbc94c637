import { chown, mkdir } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { sanitizeTree } from '#system/disk/sanitize-tree';
import { withSpace } from '#system/disk/with-space';
import type { Identity } from '#system/process/identity';
import { throughProgram } from '#system/streams/through-program';
import { Refusal } from '#faults/refusal';
import { partOf, readPart, type OpenedImage } from './read-image';

export interface UnpackRequest {
  /** Gets the site's folders. Only root may enter the folder above it. */
  readonly into: string;
  /** The owner of what is unpacked; undefined: this process's own uid. */
  readonly owner: Identity | undefined;
  readonly signal: AbortSignal;
}

/** tar runs under the owner's uid. It writes nothing to its output, which ends when it has succeeded. */
async function extractTar(image: OpenedImage, { into, owner }: UnpackRequest, signal: AbortSignal) {
  const part = partOf(image, 'files');
  if (!part) throw new Refusal('image-damaged');
  const tar = throughProgram(
    readPart(image, part),
    { file: 'tar', args: ['--extract', '--file=-', '--no-same-owner', '--preserve-permissions'] },
    { identity: owner, cwd: into, failure: (lastWords) => new Error(`tar: ${lastWords}`) },
  );
  try {
    await finished(tar.resume(), { signal });
  } finally {
    tar.destroy();
  }
}

/**
 * Unpacks the files of an image that was found intact. tar runs under the owner's uid, so it can make no device and change
 * nothing of others; links, devices and set-uid bits that do harm are removed. Refuses with `image-damaged` or `disk-full`.
 */
export async function unpackFiles(image: OpenedImage, request: UnpackRequest): Promise<void> {
  const { into, owner, signal } = request;
  await mkdir(into, { recursive: true, mode: 0o700 });
  if (owner) await chown(into, owner.uid, owner.gid);
  await withSpace({ folder: into, signal, work: (limit) => extractTar(image, request, limit) });
  await sanitizeTree({ into, owner, signal });
}
