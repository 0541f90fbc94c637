import { DocumentName, type SiteConfig } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';

/** Sets the default documents, each once, in order. Refuses with `document-refused` for an invalid file name. */
export function withDocuments(document: SiteConfig, names: readonly string[]): SiteConfig {
  const documents = [...new Set(names.map((name) => name.trim()))];
  const wrong = documents.find((name) => !DocumentName.safeParse(name).success);
  if (wrong !== undefined) throw new Refusal('document-refused', { field: 'docs', values: { name: wrong } });
  return { ...document, documents };
}
