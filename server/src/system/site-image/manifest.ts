import { z } from 'zod';
import { SITE_IMAGE_PARTS } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';

/** `app`: the core files of an application, installed from a catalogue. */
export const IMAGE_KINDS = ['site', 'app'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/** Version of the file format. A reader refuses later ones: it could not know what they need. */
export const IMAGE_FORMAT = 1;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Where a part lies in the file, as complete zstd frames. */
export const ImagePart = z.object({
  part: z.enum(SITE_IMAGE_PARTS),
  offset: z.number().int().positive(),
  /** Compressed bytes. */
  length: z.number().int().positive(),
  /** Bytes of what the part holds: JSON, SQL, or a tar. */
  bytes: z.number().int().nonnegative(),
  /** Of the compressed bytes. */
  sha256: Sha256,
});
export type ImagePart = z.infer<typeof ImagePart>;

/** Whether each part occurs once, and ends before the next one begins. */
const areApart = (parts: readonly ImagePart[]): boolean =>
  new Set(parts.map(({ part }) => part)).size === parts.length &&
  parts.every(({ offset, length }, at) => offset + length <= (parts[at + 1]?.offset ?? Infinity));

/** Addresses that a manifest names: its size is fixed. */
export const ADDRESSES_MAX = 10;

/** Describes an image; the first file in it, padded to a fixed size. */
export const ImageManifest = z.object({
  format: z.literal(IMAGE_FORMAT),
  kind: z.enum(IMAGE_KINDS),
  createdAt: z.iso.datetime(),
  /** Name of the site that the image was made of, or name and version of the app. */
  site: z.string().max(255),
  /** Host names of the site, with a port that is not the standard one; those of its own domains come after the first. */
  addresses: z.array(z.string().max(261)).max(ADDRESSES_MAX).optional(),
  /** Versions of the engines that the site ran on, such as `{ php: "8.2", database: "MariaDB 10.11" }`. */
  engines: z.record(z.string().max(32), z.string().max(64)),
  /** Files and links in the part `files`. */
  entries: z.number().int().nonnegative(),
  parts: z.array(ImagePart).min(1).max(SITE_IMAGE_PARTS.length).refine(areApart),
});
export type ImageManifest = z.infer<typeof ImageManifest>;

/** Size of the padded manifest in the file. A signature of a fixed size follows it. */
export const MANIFEST_BYTES = 8192;

const AnyFormat = z.object({ format: z.number().int() });

/** Space is allowed after JSON, so a padded manifest is still one. */
export function encodeManifest(manifest: ImageManifest): Buffer {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  if (text.length > MANIFEST_BYTES) throw new Error('The manifest has outgrown its place');
  return Buffer.concat([text, Buffer.alloc(MANIFEST_BYTES - text.length, '\n')]);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Refusal('image-damaged');
  }
}

/** Refuses with `image-newer` or `image-damaged`. */
export function decodeManifest(bytes: Buffer): ImageManifest {
  const value = parseJson(bytes);
  const format = AnyFormat.safeParse(value);
  if (format.success && format.data.format > IMAGE_FORMAT)
    throw new Refusal('image-newer', { values: { format: format.data.format, known: IMAGE_FORMAT } });
  const read = ImageManifest.safeParse(value);
  if (!read.success) throw new Refusal('image-damaged');
  return read.data;
}
