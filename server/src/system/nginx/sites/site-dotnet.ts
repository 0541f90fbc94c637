import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import { escapeHtml } from '#system/text/escape-html';
import { errorTextPage } from '#system/site/pages';
import type { NodeSite } from '#system/site/site';
import { conf, NOTHING, confWhen, type Conf } from '../conf';
import type { LastTry } from './site-rewrite';

/** Longer than Mono's own limit of a request, 110 s. */
const WAIT = '120s';
/** Hidden from visitors, like every name that begins with a dot. */
const ERROR_PATH = '/.sitedeck-500';

const upstreamOf = (hostCode: HostCode) => `net-${hostCode}`;

/**
 * Lists the listener of a site's server three times: the server ends when files of the application change,
 * and then nginx repeats a GET or HEAD request on another connection.
 */
export function dotNetUpstream(hostCode: HostCode, socket: string): Conf {
  const server = conf`server ${`unix:${socket}`} max_fails=0;`;
  return conf`upstream ${upstreamOf(hostCode)} {
  ${[server, server, server]}
}`;
}

/** Folders and sources of an application that the server never delivers, in upper or lower case. */
const closed = conf`location ~* ^/bin(?:/|$) { return 404; }
  location ~* /App_(?:Data|Code|Browsers|GlobalResources|LocalResources|WebReferences)(?:/|$) { return 404; }
  location ~* \.(?:asax|ascx|master|skin|browser|sitemap|resx|resources|licx|csproj|vbproj|vbhtml|cshtml|sln|mdb|mdf|ldf|pdb|compiled)(?:/|$) { return 404; }`;

/** File of a generation that holds the owner's error text. */
export const dotNetErrorFile = (hostCode: string): string => `${hostCode}-500.html`;

export const dotNetErrorPage = ({ language, scriptError }: NodeSite): string | undefined =>
  language === 'NET' && scriptError.notify === 'custom'
    ? errorTextPage(escapeHtml(scriptError.msg))
    : undefined;

function errorText(site: NodeSite, pages: string): Conf {
  if (dotNetErrorPage(site) === undefined) return NOTHING;
  return conf`location = ${ERROR_PATH} {
    internal;
    alias ${join(pages, dotNetErrorFile(site.hostCode))};
    disable_symlinks off;
    types { }
    default_type text/html;
    charset utf-8;
    add_header Cache-Control no-store always;
  }`;
}

const ROUTES = '@routes' satisfies LastTry;

/** Passes addresses without a file to the application, in integrated mode, if it has a Global.asax. */
const routes = (pass: Conf): Conf =>
  conf`location ${ROUTES} {
    if ($uri ~ \.[^/]*$) { return 404; }
    if (!-f $document_root/Global.asax) { return 404; }
    set $site_path_info "";
    ${pass}
  }`;

interface DotNetConf {
  readonly programs: Conf;
  /** Last word of `try_files` in the server's own `location /`. */
  readonly last: LastTry;
}

/** `pages`: the folder of the live generation's texts. */
export function dotNetConf(site: NodeSite, pages: string): DotNetConf {
  const isOwn = dotNetErrorPage(site) !== undefined;
  const pass = conf`include fastcgi.conf;
    fastcgi_hide_header X-AspNet-Version;
    fastcgi_hide_header X-AspNetMvc-Version;
    ${confWhen(isOwn, conf`fastcgi_intercept_errors on; error_page 500 ${ERROR_PATH};`)}
    fastcgi_next_upstream error;
    fastcgi_read_timeout ${WAIT};
    fastcgi_send_timeout ${WAIT};
    fastcgi_pass ${upstreamOf(site.hostCode)};`;
  const isIntegrated = site.dotNet.mode === 'integrated';
  const text = conf`${closed}
  location ~* \.(?:aspx|ashx|asmx|axd)(?:/|$) {
    fastcgi_split_path_info ^(.+?\.(?:[Aa][Ss][PpHhMm][Xx]|[Aa][Xx][Dd]))(/.*)$;
    set $site_path_info $fastcgi_path_info;
    ${pass}
  }
  ${errorText(site, pages)}
  ${confWhen(isIntegrated, routes(pass))}`;
  return { programs: text, last: isIntegrated ? ROUTES : '=404' };
}
