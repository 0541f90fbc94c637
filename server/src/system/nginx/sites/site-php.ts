import type { PhpConfig } from '@sitedeck/contract';
import { phpLimits } from '#system/php/site-settings';
import { conf, confWhen, type Conf } from '../conf';

/** Added to PHP's own limits, so that PHP reports them first. */
const ABOVE_MIB = 2;
const ABOVE_SECONDS = 5;
/**
 * nginx buffers request bodies up to this size in its own folder, which keeps slow senders off PHP. All hosts
 * share that disk, so the larger bodies of a site go straight to PHP and into the site's own folder.
 */
const WAITING_MIB = 130;

/** try_files loses the path info that was split off; the variable set before it keeps it. */
export function phpConf(socket: string, php: PhpConfig): Conf {
  const { postMiB, wallSeconds } = phpLimits(php);
  const wait = `${wallSeconds + ABOVE_SECONDS}s`;
  return conf`client_max_body_size ${`${postMiB + ABOVE_MIB}m`};
  location ~ [^/]\.php(?:/|$) {
    fastcgi_split_path_info ^(.+?\.php)(/.*)$;
    set $site_path_info $fastcgi_path_info;
    try_files $fastcgi_script_name =404;
    include fastcgi.conf;
    ${confWhen(postMiB + ABOVE_MIB > WAITING_MIB, conf`fastcgi_request_buffering off;`)}
    fastcgi_read_timeout ${wait};
    fastcgi_send_timeout ${wait};
    fastcgi_pass ${`unix:${socket}`};
  }`;
}
