import type { PhpConfig } from '@sitedeck/contract';
import { phpLimits } from '../php/site-settings';
import { conf, type Conf } from './conf';

/** So that PHP's own limits speak first. */
const ABOVE_MIB = 2;
const ABOVE_SECONDS = 5;

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
    fastcgi_read_timeout ${wait};
    fastcgi_send_timeout ${wait};
    fastcgi_pass ${`unix:${socket}`};
  }`;
}
