import { join } from 'node:path';
import { conf, type Conf } from '../conf';

/** Hidden from visitors, like every name that begins with a dot. */
const PATH = '/.sitedeck-starter';

/** The last default document: the starter page for the root, a missing name for any other folder. */
export const starterMap: Conf = conf`map $uri $starter_document {
    default .sitedeck-none;
    / ${PATH};
  }`;

/**
 * Default documents of a site, followed by the starter page for its root: any default document replaces it, and there
 * is no file to remove.
 */
export const documentsConf = (documents: readonly string[], pagesFolder: string, headers: Conf): Conf =>
  conf`index ${documents} $starter_document;
  location = ${PATH} {
    internal;
    alias ${join(pagesFolder, 'starter.html')};
    disable_symlinks off;
    types { }
    default_type text/html;
    charset utf-8;
    add_header Cache-Control no-store always;
    ${headers}
  }`;
