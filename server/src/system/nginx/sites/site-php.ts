import type { HostCode } from '@sitedeck/contract';
import { phpLimits } from '#system/php/site-settings';
import type { NodeSite } from '#system/site/site';
import { conf, confWhen, type Conf } from '../conf';
import type { PhpSockets, ServedTree } from './sites-plan';

/** Added to PHP's own limits, so that PHP reports them first. */
const ABOVE_MIB = 2;
const ABOVE_SECONDS = 5;
/**
 * nginx buffers request bodies up to this size in its own folder, which keeps slow senders off PHP. All hosts
 * share that disk, so the larger bodies of a site go straight to PHP and into the site's own folder.
 */
const WAITING_MIB = 130;

const upstreamOf = (hostCode: HostCode) => `php-${hostCode}`;

/** The door is asked while the entrance still leads to a php-fpm that was killed. */
export const phpUpstream = (hostCode: HostCode, { entrance, door }: PhpSockets): Conf =>
  conf`upstream ${upstreamOf(hostCode)} {
  server ${`unix:${entrance}`} max_fails=0;
  server ${`unix:${door}`} backup;
}`;

/**
 * A connection is refused at once, so nginx asks the door within this time. Later it would repeat a script whose
 * php-fpm was ended because of it.
 */
const ASK_DOOR_WITHIN = '100ms';

/**
 * The password of a preview address is not the program's: WordPress would take it for a password of its own and refuse the
 * request.
 */
const WITHOUT_LOGIN = conf`fastcgi_param HTTP_AUTHORIZATION "" if_not_empty;
    fastcgi_param REMOTE_USER "" if_not_empty;`;

/** try_files loses the path info that was split off; the variable set before it keeps it. */
export function phpConf({ hostCode, php }: NodeSite, tree: ServedTree = 'wwwroot'): Conf {
  const { postMiB, wallSeconds } = phpLimits(php);
  const wait = `${wallSeconds + ABOVE_SECONDS}s`;
  return conf`client_max_body_size ${`${postMiB + ABOVE_MIB}m`};
  location ~ [^/]\.php(?:/|$) {
    fastcgi_split_path_info ^(.+?\.php)(/.*)$;
    set $site_path_info $fastcgi_path_info;
    try_files $fastcgi_script_name =404;
    include fastcgi.conf;
    ${confWhen(tree !== 'wwwroot', WITHOUT_LOGIN)}
    ${confWhen(postMiB + ABOVE_MIB > WAITING_MIB, conf`fastcgi_request_buffering off;`)}
    fastcgi_read_timeout ${wait};
    fastcgi_send_timeout ${wait};
    fastcgi_next_upstream error;
    fastcgi_next_upstream_timeout ${ASK_DOOR_WITHIN};
    fastcgi_pass ${upstreamOf(hostCode)};
  }`;
}
