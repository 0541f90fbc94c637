import { conf, type Conf } from '../conf';

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
 * the site's own. There, symlinks to files of other users are refused here, because not every enclosing server does so.
 */
export const challengeConf = (challenges: string, siteRoot: string): Conf =>
  conf`location ^~ /.well-known/acme-challenge/ {
    root ${challenges};
    default_type text/plain;
    types { }
    error_page 404 = @site_challenge;
    try_files $uri @site_challenge;
  }
  location @site_challenge {
    root ${siteRoot};
    disable_symlinks if_not_owner from=$document_root;
    default_type text/plain;
    types { }
    try_files $uri =404;
  }`;
