import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '@sitedeck/contract';

/** Pages of the product's help in the order of its list; each has a document in both languages. */
export const HELP_PAGES = [
  'ftp-account',
  'password',
  'upload',
  'files',
  'database',
  'backup',
  'environment',
  'domains',
  'cdn',
  'ticket',
  'expert',
] as const;

/** Documents outside the list: the help center itself, and the page of an unknown address. */
export const OTHER_PAGES = ['index', 'missing'] as const;

export type HelpPage = (typeof HELP_PAGES)[number] | (typeof OTHER_PAGES)[number];

export const HELP_SOURCES = join(import.meta.dirname, '../../server/help');

/** A document as it is written: HTML that begins with its heading and holds references to interface words. */
export const readDocument = (locale: Locale, page: HelpPage): string =>
  readFileSync(join(HELP_SOURCES, locale, `${page}.html`), 'utf8');

export function titleOf(document: string): string {
  const title = /^<h1>([^<]+)<\/h1>/.exec(document)?.[1];
  if (title === undefined)
    throw new Error(`A help document begins with its heading, not with ${document.slice(0, 40)}`);
  return title;
}
