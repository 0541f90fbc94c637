import type { SiteConfig } from '@sitedeck/contract';

/** The document without the name settings of these domains. */
export const withoutNames = (document: SiteConfig, names: readonly string[]): SiteConfig =>
  document.names.some(({ name }) => names.includes(name))
    ? { ...document, names: document.names.filter(({ name }) => !names.includes(name)) }
    : document;
