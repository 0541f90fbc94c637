import { join } from 'node:path';
import { conf, type Conf } from './conf';

/** Hidden from visitors, as every name that begins with a dot. */
const PATH = '/.sitedeck-starter';

/** Last of the default documents: the starter page for the root, a name that is not there for any other folder. */
export const starterMap: Conf = conf`map $uri $starter_document {
    default .sitedeck-none;
    / ${PATH};
  }`;

/**
 * Default documents of a site, and behind them the starter page at its root: it gives way to the first one that arrives,
 * and there is no file to remove.
 */
export const documentsConf = (documents: readonly string[], pagesFolder: string): Conf =>
  conf`index ${documents} $starter_document;
  location = ${PATH} {
    internal;
    alias ${join(pagesFolder, 'starter.html')};
    disable_symlinks off;
    types { }
    default_type text/html;
    charset utf-8;
    add_header Cache-Control no-store always;
  }`;
