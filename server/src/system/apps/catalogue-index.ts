import { z } from 'zod';
import { CatalogueApp } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { checkSignature, type PublicKeyText } from '#system/site-image/signing-key';

/** Version of the index format. A reader refuses later ones. */
export const CATALOGUE_FORMAT = 1;

/** Largest index that is read, bytes. */
export const INDEX_MAX_BYTES = 4 * 1024 * 1024;

/** The signed package of an app, beside the index. */
const PackageFile = z.object({
  /** A name in the folder of the index: a package never comes from another place. */
  file: z.string().regex(/^[a-z0-9][a-z0-9._+~-]{0,120}\.tar\.zst$/i),
  bytes: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const IndexedApp = CatalogueApp.extend({ package: PackageFile });
export type IndexedApp = z.infer<typeof IndexedApp>;

/** `index.json` of a catalogue. */
export const CatalogueIndex = z.object({
  format: z.literal(CATALOGUE_FORMAT),
  /** Grows with every issue, so that an old one can't be put back. */
  serial: z.number().int().positive(),
  issuedAt: z.iso.datetime(),
  apps: z
    .array(IndexedApp)
    .max(1000)
    .refine((apps) => new Set(apps.map(({ app }) => app)).size === apps.length, 'an app is listed twice'),
});
export type CatalogueIndex = z.infer<typeof CatalogueIndex>;

const AnyFormat = z.object({ format: z.number().int() });

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Refusal('catalogue-damaged');
  }
}

/** An index as it lies in a catalogue: its bytes, and the line that signs them. */
export interface SignedIndex {
  readonly bytes: Buffer;
  readonly signature: Buffer;
}

/**
 * Reads an index whose signature is trusted. Refuses with `catalogue-foreign`, `catalogue-damaged` or `catalogue-newer`.
 */
export function readIndex(
  { bytes, signature }: SignedIndex,
  trusted: readonly PublicKeyText[],
): CatalogueIndex {
  const verdict = checkSignature(signature, bytes, trusted);
  if (verdict.is === 'foreign') throw new Refusal('catalogue-foreign');
  if (verdict.is === 'wrong') throw new Refusal('catalogue-damaged');
  const value = parseJson(bytes);
  const { data } = AnyFormat.safeParse(value);
  if (data && data.format > CATALOGUE_FORMAT)
    throw new Refusal('catalogue-newer', { values: { format: data.format, known: CATALOGUE_FORMAT } });
  const read = CatalogueIndex.safeParse(value);
  if (!read.success) throw new Refusal('catalogue-damaged');
  return read.data;
}
