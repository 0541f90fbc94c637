import { join } from 'node:path';
import type { PageName } from '#system/site/pages';
import type { NodeSite } from '#system/site/site';
import { CLOSED_SOURCES } from '../snippet/closed-sources';
import { Conf, conf, NOTHING, UnsafeValue, confWhen } from '../conf';
import { challengeConf } from './acme-challenge';
import { PAGES_FOLDER } from './host-conf-files';
import type { RenderMode } from './render-rules';
import { dotNetConf } from './site-dotnet';
import { errorPageConf } from './site-error-page';
import { mimeConf } from './site-mime';
import { phpConf } from './site-php';
import type { ServedTree, SitesPlan } from './sites-plan';
import { redirectReply } from './site-redirects';
import { rewriteConf, type LastTry } from './site-rewrite';
import { documentsConf } from './site-starter';
import { symlinkRule } from './symlink-rule';

const DOCUMENT_NAME = /^(?![.-])[^/\s]{1,255}$/u;

function documentName(name: string): string {
  if (!DOCUMENT_NAME.test(name) || name.includes('..')) throw new UnsafeValue(name);
  return name;
}

/** Hidden from visitors, like every name that begins with a dot. */
const PAGE_PATH = '/.sitedeck-page';

/**
 * A path instead of a named location: only this turns every method into a GET, the only method that files
 * accept.
 */
const ownPage = (plan: SitesPlan, name: PageName, headers: Conf): Conf =>
  conf`error_page 503 ${PAGE_PATH};
  location = ${PAGE_PATH} {
    internal;
    alias ${join(plan.pagesFolder, `${name}.html`)};
    disable_symlinks off;
    default_type text/html;
    charset utf-8;
    add_header Cache-Control no-store always;
    add_header Retry-After 3600 always;
    ${headers}
  }`;

/** Source files without an engine stay closed, whatever the case of their extension: they hold passwords. */
const closedSources = new Conf(`location ~* \\.${CLOSED_SOURCES}(?:/|$) { return 404; }`);

const withoutPhp = (plan: SitesPlan, headers: Conf): Conf =>
  conf`location ~ [^/]\.php(?:/|$) { return 503; }
  ${ownPage(plan, 'no-php', headers)}`;

const withoutNet = (plan: SitesPlan, headers: Conf): Conf =>
  conf`location ~* \.(?:aspx|ashx|asmx|axd)(?:/|$) { return 503; }
  ${ownPage(plan, 'no-net', headers)}`;

interface LanguageConf {
  readonly programs: Conf;
  readonly last: LastTry;
}

function programsOf(plan: SitesPlan, site: NodeSite, { headers, tree }: BodyOptions): LanguageConf {
  const last = '=404';
  if (site.language === 'NET')
    return plan.dotNetSocket
      ? dotNetConf(site, join(plan.instance.current, PAGES_FOLDER))
      : { programs: withoutNet(plan, headers), last };
  if (site.language !== 'PHP' || !site.php.enabled) return { programs: NOTHING, last };
  return {
    programs: plan.phpSockets ? phpConf(site, tree) : withoutPhp(plan, headers),
    last,
  };
}

function openSite(plan: SitesPlan, site: NodeSite, options: BodyOptions): Conf {
  const { mode, headers } = options;
  const { programs, last } = programsOf(plan, site, options);
  const { guard, early, rules, hasIndex, root } = rewriteConf(site.rewrite, { mode, headers, last });
  return conf`${guard}
  ${redirectReply(site.hostCode, site.redirects)}
  ${confWhen(!hasIndex, documentsConf(site.documents.map(documentName), plan.pagesFolder, headers))}
  ${mimeConf(plan.engine.mimeTypes, site.mime)}
  ${errorPageConf(join(plan.instance.current, PAGES_FOLDER), site)}
  ${early}
  location ~ /\.(?!well-known(?:/|$)) { return 404; }
  ${programs}
  ${closedSources}
  ${rules}
  ${root}`;
}

const stopped = (plan: SitesPlan, name: PageName, headers: Conf): Conf =>
  conf`location / { return 503; }
  ${ownPage(plan, name, headers)}`;

interface BodyOptions {
  readonly mode: RenderMode;
  /** Headers of every reply, which a location with headers of its own repeats. */
  readonly headers: Conf;
  /** Undefined: the document root. */
  readonly tree?: ServedTree;
}

function statusConf(plan: SitesPlan, site: NodeSite, options: BodyOptions): Conf {
  switch (site.status) {
    case 'NORMAL':
      return openSite(plan, site, options);
    case 'CLOSED':
      return stopped(plan, 'closed', options.headers);
    case 'BLOCKING':
      return stopped(plan, 'blocked', options.headers);
  }
}

/** What all servers of a host share. */
export function bodyConf(plan: SitesPlan, site: NodeSite, options: BodyOptions): Conf {
  const root = join(plan.hostsFolder, site.hostCode);
  const served = join(root, options.tree ?? 'wwwroot');
  return conf`root ${served};
  ${symlinkRule(plan, root)}
  ${challengeConf(plan, root)}
  ${statusConf(plan, site, options)}
  ${options.headers}`;
}
