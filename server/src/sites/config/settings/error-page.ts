import { ERROR_PAGE_MAX, SitePath, type SiteConfig } from '@sitedeck/contract';
import { isErrorPagePath } from '#system/site/error-page-path';
import { Refusal } from '#faults/refusal';

/** A file below `/wwwroot`, or a text. */
export type NewErrorPage = { readonly path: string } | { readonly content: string };

function ofFile(text: string, document: SiteConfig): SiteConfig {
  const path = SitePath.safeParse(text.trim());
  if (!path.success || !isErrorPagePath(path.data, document.language))
    throw new Refusal('error-page-refused', { field: 'path', values: { path: text.slice(0, 200) } });
  return { ...document, errorPage: { is: 'file', path: path.data } };
}

function ofText(content: string, document: SiteConfig): SiteConfig {
  const bytes = Buffer.from(content);
  if (content.includes('\0') || bytes.length > ERROR_PAGE_MAX || bytes.toString() !== content)
    throw new Refusal('error-page-text-refused', {
      field: 'content',
      values: { max: ERROR_PAGE_MAX / 1024 },
    });
  return { ...document, errorPage: { is: 'text', content } };
}

/** Refuses with `error-page-refused` or `error-page-text-refused`. */
export const withErrorPage = (document: SiteConfig, page: NewErrorPage): SiteConfig =>
  'path' in page ? ofFile(page.path, document) : ofText(page.content, document);

export const withoutErrorPage = (document: SiteConfig): SiteConfig => ({ ...document, errorPage: null });
