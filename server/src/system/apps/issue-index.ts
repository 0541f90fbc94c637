import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signatureLine, type SigningKey } from '#system/site-image/signing-key';
import { CATALOGUE_FORMAT, CatalogueIndex, type IndexedApp } from './catalogue-index';
import { INDEX_FILE, SIGNATURE_FILE } from './catalogue-source';

export interface IssueRequest {
  readonly folder: string;
  readonly apps: readonly IndexedApp[];
  /** Larger than that of every earlier issue. */
  readonly serial: number;
  readonly key: SigningKey;
  readonly now: Date;
}

/** Writes and signs the index of a catalogue. */
export async function issueIndex({ folder, apps, serial, key, now }: IssueRequest): Promise<void> {
  const sorted = [...apps].sort((one, other) => one.app.localeCompare(other.app));
  const index = CatalogueIndex.parse({
    ...{ format: CATALOGUE_FORMAT, serial, issuedAt: now.toISOString(), apps: sorted },
  });
  const bytes = Buffer.from(`${JSON.stringify(index, null, 2)}\n`);
  // Between the two renames a reader finds a wrong signature, and tries again later.
  for (const [name, content] of [
    [SIGNATURE_FILE, signatureLine(key, bytes)],
    [INDEX_FILE, bytes],
  ] as const) {
    await writeFile(join(folder, `${name}.new`), content);
    await rename(join(folder, `${name}.new`), join(folder, name));
  }
}
