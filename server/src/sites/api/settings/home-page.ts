import { DocumentName, type SiteConfig } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';

/** Names in order, each once. Refuses document-refused for what is no file name. */
export function withDocuments(document: SiteConfig, names: readonly string[]): SiteConfig {
  const documents = [...new Set(names.map((name) => name.trim()))];
  const wrong = documents.find((name) => !DocumentName.safeParse(name).success);
  if (wrong !== undefined) throw new Refusal('document-refused', { field: 'docs', values: { name: wrong } });
  return { ...document, documents };
}
