import { once } from 'node:events';
import { chown, mkdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { sanitizeTree } from '#system/disk/sanitize-tree';
import { withSpace } from '#system/disk/with-space';
import { killGroup, start } from '#system/process/exec';
import type { Identity } from '#system/process/identity';
import { Refusal } from '#faults/refusal';
import { partOf, readPart, type OpenedImage } from './read-image';

export interface UnpackRequest {
  /** Gets the site's folders. Nobody but root may enter the folder above it. */
  readonly into: string;
  /** The owner of what is unpacked; undefined: this process's own uid. */
  readonly owner: Identity | undefined;
  readonly signal: AbortSignal;
}

const WORDS_KEPT = 2000;

async function extractTar(image: OpenedImage, { into, owner }: UnpackRequest, signal: AbortSignal) {
  const part = partOf(image, 'files');
  if (!part) throw new Refusal('image-damaged');
  const child = start(
    { file: 'tar', args: ['--extract', '--file=-', '--no-same-owner', '--preserve-permissions'] },
    { cwd: into, stdio: ['pipe', 'ignore', 'pipe'], ...(owner && { identity: owner }) },
  );
  const { stdin, stderr } = child;
  if (!stdin || !stderr) throw new Error('tar needs its pipes');
  let words = '';
  stderr.on('data', (chunk: Buffer) => (words = (words + chunk.toString('utf8')).slice(-WORDS_KEPT)));
  const exit = once(child, 'close') as Promise<[number | null]>;
  exit.catch(() => undefined);
  try {
    await pipeline(readPart(image, part), stdin, { signal });
    const [code] = await exit;
    if (code !== 0) throw new Error(`tar ended with ${code}: ${words}`);
  } finally {
    killGroup(child.pid, 'SIGKILL');
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
