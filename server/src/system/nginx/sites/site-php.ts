import type { PhpConfig } from '@sitedeck/contract';
import { phpLimits } from '#system/php/site-settings';
import { conf, when, type Conf } from '../conf';

/** So that PHP's own limits speak first. */
const ABOVE_MIB = 2;
const ABOVE_SECONDS = 5;
/**
 * Forms up to this wait in nginx's own folder until they are whole, which keeps slow senders off PHP. That folder is
 * everybody's disk: where a site takes larger ones, they go straight to PHP and lie in the site's own.
 */
const WAITING_MIB = 130;

/** try_files forgets what was split off the path; the variable set before it does not. */
export function phpConf(socket: string, php: PhpConfig): Conf {
  const { postMiB, wallSeconds } = phpLimits(php);
  const wait = `${wallSeconds + ABOVE_SECONDS}s`;
  return conf`client_max_body_size ${`${postMiB + ABOVE_MIB}m`};
  location ~ [^/]\.php(?:/|$) {
    fastcgi_split_path_info ^(.+?\.php)(/.*)$;
    set $site_path_info $fastcgi_path_info;
    try_files $fastcgi_script_name =404;
    include fastcgi.conf;
    ${when(postMiB + ABOVE_MIB > WAITING_MIB, conf`fastcgi_request_buffering off;`)}
    fastcgi_read_timeout ${wait};
    fastcgi_send_timeout ${wait};
    fastcgi_pass ${`unix:${socket}`};
  }`;
}
