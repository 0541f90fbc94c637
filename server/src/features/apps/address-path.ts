import type { SitePath } from '@sitedeck/contract';

const DOCUMENT_ROOT = '/wwwroot';

/** The path of a folder in its site's addresses: `/wwwroot/blog` is `/blog`, the document root is empty. */
export const addressPath = (folder: SitePath): string => folder.slice(DOCUMENT_ROOT.length);
