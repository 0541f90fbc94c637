import { join } from 'node:path';
import { conf, type Conf } from '../conf';
import type { SitesPlan } from './sites-plan';
import { symlinkRule } from './symlink-rule';

/** Whether a request is for an ACME challenge: a token has no slash, dot or escape. */
export const challengeMap: Conf = conf`map $uri $sd_challenge {
    default "";
    "~^/\.well-known/acme-challenge/[A-Za-z0-9_-]+$" challenge;
  }`;

/**
 * Comes first in a server block: ends the server's rewrite rules for a challenge, so that neither redirects nor the
 * owner's rules see it.
 */
export const passChallenge: Conf = conf`if ($sd_challenge) { break; }`;

/**
 * Answers ACME challenges regardless of the site's settings: from the node's folder, where tenants can't write, else from
 * the site's own. Symlinks are ruled here too, because not every enclosing server does so.
 */
export const challengeConf = (plan: SitesPlan, root: string): Conf =>
  conf`location ^~ /.well-known/acme-challenge/ {
    root ${plan.challenges};
    default_type text/plain;
    types { }
    error_page 404 = @site_challenge;
    try_files $uri @site_challenge;
  }
  location @site_challenge {
    root ${join(root, 'wwwroot')};
    ${symlinkRule(plan, root)}
    default_type text/plain;
    types { }
    try_files $uri =404;
  }`;
