import { PREFETCH_AGENT } from '#system/edge/prefetch-agent';
import { Conf, conf, confWhen } from '../../conf';
import { COMPRESSED, hasModule } from '../../skeleton';
import { NEVER_COMPRESSED } from './file-kinds';
import type { SitesPlan } from '../sites-plan';

/** Name of the upstream through which the edge tier reaches the origin servers. */
export const ORIGIN = 'sd_origin';

/** Idle connections to the origin servers that each worker keeps. */
const KEEPALIVE = 32;

/** `$realip_remote_addr` of a request on the internal socket, to which only the edge tier can connect. */
const EDGE_PEER = 'unix:';

/**
 * Properties of the visitor's connection, for a site's rules and programs. Behind the edge they come from headers, which
 * are trusted on the internal socket only.
 */
export const visitorMaps: Conf = conf`map $realip_remote_addr $site_scheme {
    default $scheme;
    ${EDGE_PEER} $http_x_edge_scheme;
  }
  map $http_x_edge_scheme $sd_edge_https { default ""; https on; }
  map $realip_remote_addr $site_https {
    default $https;
    ${EDGE_PEER} $sd_edge_https;
  }
  map $realip_remote_addr $site_port {
    default $server_port;
    ${EDGE_PEER} $http_x_edge_port;
  }
  map $realip_remote_addr $site_visitor_port {
    default $remote_port;
    ${EDGE_PEER} $http_x_edge_visitor_port;
  }
  map $realip_remote_addr $site_address {
    default $server_addr;
    ${EDGE_PEER} $http_x_edge_server;
  }`;

/**
 * Reports to the edge what only the origin server knows: when its reply began, how long it took, the status of a program,
 * whether the request had a body, and all `Cache-Control` lines, of which the edge would see only the first. Goes last in
 * every block that adds headers of its own.
 */
export const EDGE_REPLY = 'add_header X-Edge-Reply $sd_edge_reply always;';

const replyMaps: Conf = conf`map $realip_remote_addr $sd_edge_reply {
    default "";
    ${EDGE_PEER} "$msec;$request_time;$upstream_status;$sd_has_body;$sent_http_cache_control";
  }
  map $upstream_http_x_edge_reply $sd_site_cache_control {
    default $upstream_http_cache_control;
    "~^(?:[^;]*;){4}(?<sd_cache_control_lines>.+)" $sd_cache_control_lines;
  }
  map $upstream_http_x_edge_reply $sd_body_counted {
    default "";
    "~^(?:[^;]*;){3}1;" 1;
  }
  map "$sd_signed_in:$upstream_http_x_edge_reply" $sd_of_visitor {
    default "";
    "~^1:(?:[^;]*;){2}[^;]" 1;
  }
  map $sd_site_cache_control $sd_private {
    default "";
    "~*private|no-store|no-cache" 1;
  }`;

/**
 * Of several `Vary` lines nginx 1.22 obeys the last only, and its variable has the first. So the edge caches a reply only if
 * its first line names nothing but the encoding, which is in the cache key, and `Authorization`, which bypasses the cache.
 */
const varyMap: Conf = conf`map $upstream_http_vary $sd_varies {
    default 1;
    "" "";
    "~*^[ ,]*+(?:(?:accept-encoding|authorization)[ ,]*+)*+$" "";
  }`;

/**
 * Slices of different versions of a file must not be joined. nginx compares their ETags, so a slice without a strong one is
 * not cached.
 */
const sliceMap: Conf = conf`map "$upstream_status:$upstream_http_etag" $sd_unversioned {
    default "";
    "~^206:(?!\")" 1;
  }`;

/** Prefetch requests come from this machine itself; they are not logged, so they count neither as visits nor as misses. */
const logMap: Conf = conf`map "$realip_remote_addr|$server_addr|$http_user_agent" $sd_logged {
    default 1;
    ${new Conf(`"~^(.+)[|]\\1[|]${PREFETCH_AGENT}$"`)} 0;
  }`;

/** Counts a request body only where the visitor sends it, not again on the internal socket. */
export const bodyMap: Conf = conf`map $realip_remote_addr $sd_body {
    default $content_length$http_transfer_encoding;
    ${EDGE_PEER} "";
  }`;

/** Matches if the visitor accepts an encoding and does not exclude it by `q=0`. */
const accepts = (name: 'br' | 'gzip'): Conf =>
  conf`"~*(?:^|,)[ ]*${name}[ ]*(?:$|,|;[ ]*q=(?!0(?:\.0*)?[ ]*(?:$|,)))" ${name};`;

/** Ports of a `Host` header that are part of the cache key: any other port would add a copy to the cache. */
function hostPorts({ listen, tlsListen, tlsPort }: SitesPlan): readonly Conf[] {
  const ports = [...listen, ...tlsListen].map((address) => address.split(':').at(-1) ?? '');
  return [...new Set([...ports, String(tlsPort)])]
    .filter((port) => /^\d+$/.test(port))
    .map((port) => conf`"~:${port}$" :${port};`);
}

/** At least one server must set them: nginx refuses maps and log formats with undefined variables. */
export const edgeVariables: Conf = conf`set $sd_rule 0;
  set $sd_browser "";
  set $sd_signed_in "";`;

/** A media type may be followed by its charset. */
const compressedRow = (type: string): Conf =>
  new Conf(`"~*^${type.replaceAll('+', '\\x2b').replaceAll('.', '\\x2e')}" Accept-Encoding;`);

/**
 * Shared by all hosts. The cache key is what the origin receives: scheme, name with port, raw path, query string and one
 * accepted encoding. So nothing else that a visitor sends can change what another visitor gets.
 */
export const edgeMaps = (plan: SitesPlan): Conf =>
  conf`upstream ${ORIGIN} {
    server ${`unix:${plan.originSocket}`};
    keepalive ${KEEPALIVE};
  }
  map $request_uri $sd_path {
    default /;
    "~^(?<sd_raw_path>/[^?#]*)" $sd_raw_path;
  }
  map $http_host $sd_host_port {
    default "";
    ${hostPorts(plan)}
  }
  map $uri $sd_encoding {
    default $sd_accepted;
    ${new Conf(`"~*\\.(?:${NEVER_COMPRESSED.join('|')})$" "";`)}
  }
  map $http_accept_encoding $sd_accepted {
    default "";
    ${confWhen(hasModule(plan.engine, 'brotli_filter'), accepts('br'))}
    ${accepts('gzip')}
  }
  map $http_authorization $sd_authorized {
    default 1;
    "" "";
  }
  map "$request_method:$content_length$http_transfer_encoding" $sd_has_body {
    default "";
    "~^(?:GET|HEAD):(?!0?$)" 1;
  }
  ${replyMaps}
  ${varyMap}
  ${sliceMap}
  ${logMap}
  map $http_x_requested_with$http_x_pjax $sd_part {
    default 1;
    "" "";
  }
  map $upstream_http_content_type $sd_html {
    default "";
    "~*^(?:text/html|application/xhtml)" 1;
  }
  map $upstream_http_content_type $sd_vary {
    default "";
    ${['text/html', ...COMPRESSED].map(compressedRow)}
  }
  map "$sd_browser:$sd_private" $sd_cache_control {
    default $sd_browser;
    "~^:" "";
    "~:1$" $sd_site_cache_control;
  }`;
