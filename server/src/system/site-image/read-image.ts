import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { SiteImagePart } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { Identity } from '#system/process/identity';
import { throughProgram } from '#system/streams/through-program';
import { storedFrame, tarEntry, TAR_HEADER_BYTES } from './framing';
import {
  decodeManifest,
  MANIFEST_BYTES,
  type ImageKind,
  type ImageManifest,
  type ImagePart,
} from './manifest';
import { checkSignature, SIGNATURE_LINE_BYTES, type PublicKeyText } from './signing-key';

/** Where manifest and signature lie in the first frame; see `headFrame`. */
const FRAME_HEADER = storedFrame(Buffer.alloc(1)).length - 1;
const MANIFEST_AT = FRAME_HEADER + TAR_HEADER_BYTES;
const SIGNATURE_AT =
  FRAME_HEADER + tarEntry('', Buffer.alloc(MANIFEST_BYTES), new Date(0)).length + TAR_HEADER_BYTES;

/** Bytes at the beginning of a file that hold manifest and signature. */
export const HEAD_BYTES = SIGNATURE_AT + SIGNATURE_LINE_BYTES;

/** Longest configuration that is read, bytes. */
const CONFIGURATION_MAX = 1024 * 1024;

export interface OpenedImage {
  readonly file: string;
  readonly manifest: ImageManifest;
  /** Bytes of the file. */
  readonly size: number;
}

async function readAt(file: string, at: number, length: number): Promise<Buffer> {
  await using handle = await open(file, 'r');
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, at);
  if (bytesRead < length) throw new Refusal('image-damaged');
  return bytes;
}

/** Whose images of which kind are accepted. */
export interface AcceptedImages {
  readonly kind: ImageKind;
  readonly trusted: readonly PublicKeyText[];
}

/**
 * Reads who signed an image and what it holds. Refuses with `image-damaged`, `image-foreign`, `image-newer` or
 * `image-wrong-kind`.
 * @param head the first `HEAD_BYTES` of the file
 */
export function readHead(head: Buffer, { kind, trusted }: AcceptedImages): ImageManifest {
  const encoded = head.subarray(MANIFEST_AT, MANIFEST_AT + MANIFEST_BYTES);
  const verdict = checkSignature(head.subarray(SIGNATURE_AT), encoded, trusted);
  if (verdict.is === 'wrong') throw new Refusal('image-damaged');
  if (verdict.is === 'foreign') throw new Refusal('image-foreign');
  const manifest = decodeManifest(encoded);
  if (manifest.kind !== kind) throw new Refusal('image-wrong-kind');
  return manifest;
}

/** Reads the head of a file, as `readHead` does. Its parts are not read: see `verifyImage`. */
export async function openImage(file: string, accepted: AcceptedImages): Promise<OpenedImage> {
  const manifest = readHead(await readAt(file, 0, HEAD_BYTES), accepted);
  const { size } = await stat(file);
  if (manifest.parts.some(({ offset, length }) => offset + length > size)) throw new Refusal('image-damaged');
  return { file, manifest, size };
}

export const partOf = (
  { manifest }: Pick<OpenedImage, 'manifest'>,
  part: SiteImagePart,
): ImagePart | undefined => manifest.parts.find((one) => one.part === part);

/** Compressed bytes of all parts, which `verifyImage` reads. */
export const partBytes = ({ manifest }: OpenedImage): number =>
  manifest.parts.reduce((sum, { length }) => sum + length, 0);

const compressed = (file: string, { offset, length }: ImagePart): Readable =>
  createReadStream(file, { start: offset, end: offset + length - 1, highWaterMark: 1024 * 1024 });

/** Compares every part with its SHA-256 in the manifest. Refuses with `image-damaged`. */
export async function verifyImage(
  { file, manifest }: OpenedImage,
  { signal, onBytes }: { readonly signal: AbortSignal; readonly onBytes: (bytes: number) => void },
): Promise<void> {
  let bytes = 0;
  for (const part of manifest.parts) {
    const hash = createHash('sha256');
    for await (const chunk of compressed(file, part) as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      hash.update(chunk);
      onBytes((bytes += chunk.length));
    }
    if (hash.digest('hex') !== part.sha256) throw new Refusal('image-damaged');
  }
}

/**
 * The content of a part. Only for an image that `verifyImage` has found intact. It breaks off with `image-damaged` if it is
 * longer or shorter than the manifest says.
 * @param identity who decompresses it; undefined: this process's own uid
 */
export const readPart = ({ file }: OpenedImage, part: ImagePart, identity?: Identity): Readable =>
  decompress(compressed(file, part), part, identity);

/** The content of a part whose compressed bytes were found intact, with the limits of `readPart`. */
export function decompress(bytes: Readable, part: ImagePart, identity?: Identity): Readable {
  const damaged = () => new Refusal('image-damaged');
  return throughProgram(
    bytes,
    { file: 'zstd', args: ['-qdc'] },
    { identity, failure: damaged, size: { bytes: part.bytes, wrong: damaged } },
  );
}

/** The site's configuration in its wire form. Refuses with `image-damaged`. */
export async function readConfiguration(image: OpenedImage): Promise<string> {
  const part = partOf(image, 'configuration');
  if (!part || part.bytes > CONFIGURATION_MAX) throw new Refusal('image-damaged');
  return text(readPart(image, part));
}
