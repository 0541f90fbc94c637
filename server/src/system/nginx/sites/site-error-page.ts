import { join } from 'node:path';
import type { ErrorPage } from '@sitedeck/contract';
import { isErrorPagePath, WWWROOT } from '#system/site/error-page-path';
import type { NodeSite } from '#system/site/site';
import { pageFile } from './host-conf-files';
import { conf, NOTHING, UnsafeValue, type Conf } from '../conf';

/** Hidden from visitors, like every name that begins with a dot. */
const TEXT_PATH = '/.sitedeck-404';

const textConf = (file: string): Conf =>
  conf`error_page 404 ${TEXT_PATH};
  location = ${TEXT_PATH} {
    internal;
    alias ${file};
    disable_symlinks off;
    types { }
    default_type text/html;
    charset utf-8;
  }`;

function fileConf(path: string, site: NodeSite): Conf {
  if (!isErrorPagePath(path, site.language)) throw new UnsafeValue(path);
  return conf`error_page 404 ${path.slice(WWWROOT.length)};`;
}

function pageConf(page: ErrorPage, folder: string, site: NodeSite): Conf {
  return page.is === 'text' ? textConf(join(folder, pageFile(site.hostCode))) : fileConf(page.path, site);
}

/**
 * The page for the web server's own 404s; a program's reply stays unchanged. If the page is missing, nginx
 * shows its own. `folder`: the folder of the live generation's texts.
 */
export const errorPageConf = (folder: string, site: NodeSite): Conf =>
  site.errorPage ? pageConf(site.errorPage, folder, site) : NOTHING;
