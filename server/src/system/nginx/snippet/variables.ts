/**
 * How far a visitor controls a value. `fixed`: not at all, or only by choosing among this host's names.
 * `path`: a piece of the decoded, normalized path. `request`: the path as sent. `raw`: anything.
 */
export type Trust = 'fixed' | 'path' | 'request' | 'raw';

const RANK: Readonly<Record<Trust, number>> = { fixed: 0, path: 1, request: 2, raw: 3 };

export const isTrustedAs = (trust: Trust, limit: Trust): boolean => RANK[trust] <= RANK[limit];

export const leastTrusted = (trusts: readonly Trust[]): Trust =>
  trusts.reduce((least, trust) => (RANK[trust] > RANK[least] ? trust : least), 'fixed');

/**
 * Variables of nginx that rules may read. Left out on purpose: folders of this machine (`document_root`,
 * `realpath_root`), values of the server, and rarely used ones.
 */
const READABLE: Readonly<Record<string, Trust>> = {
  host: 'fixed',
  // nginx refuses a Host with "/", ".." or control characters, so it is as safe as `host`.
  http_host: 'fixed',
  server_name: 'fixed',
  scheme: 'fixed',
  https: 'fixed',
  server_port: 'fixed',
  server_protocol: 'fixed',
  invalid_referer: 'fixed',
  is_args: 'fixed',
  uri: 'path',
  document_uri: 'path',
  request_uri: 'request',
  args: 'raw',
  query_string: 'raw',
  request_method: 'raw',
  remote_addr: 'raw',
  remote_port: 'raw',
  request_id: 'raw',
  content_type: 'raw',
  content_length: 'raw',
  time_local: 'raw',
  time_iso8601: 'raw',
  msec: 'raw',
  status: 'raw',
  // Only for tests: it holds a path of this machine.
  request_filename: 'raw',
};

const FAMILIES = /^(?:arg|http|cookie)_[a-z0-9_]+$/i;

/** The console's own session: a rule of a tenant never sees it, whatever a browser sends. */
const SECRET = /sitedeck_session$/i;

export type KnownVariable =
  { readonly is: 'readable'; readonly trust: Trust } | { readonly is: 'secret' } | { readonly is: 'unknown' };

/** nginx knows variables by their lower-case names. */
export function knownVariable(name: string): KnownVariable {
  const lower = name.toLowerCase();
  const trust = Object.hasOwn(READABLE, lower) ? READABLE[lower] : undefined;
  if (trust !== undefined) return { is: 'readable', trust };
  if (!FAMILIES.test(lower)) return { is: 'unknown' };
  if (lower.startsWith('cookie_') && SECRET.test(lower)) return { is: 'secret' };
  return { is: 'readable', trust: 'raw' };
}

/** Names and name prefixes that nginx or this server defines; no rule may define them. */
const TAKEN = new Set(
  `ancient_browser binary_remote_addr body_bytes_sent bytes_sent connection connection_requests connection_time
  connections_active connections_reading connections_waiting connections_writing date_gmt date_local document_root
  fastcgi_path_info fastcgi_script_name gzip_ratio hostname limit_conn_status limit_rate limit_req_status modern_browser
  msie nginx_version pid pipe proxy_add_x_forwarded_for proxy_host proxy_port realip_remote_addr realip_remote_port
  realpath_root remote_user request request_body request_body_file request_completion request_length request_time
  secure_link secure_link_expires server_addr slice_range tcpinfo_rcv_space tcpinfo_rtt tcpinfo_rttvar
  tcpinfo_snd_cwnd uid_got uid_reset uid_set`.split(/\s+/),
);
const TAKEN_FAMILIES =
  /^(?:arg|http|cookie|sent_http|sent_trailer|upstream|ssl|proxy_protocol|geoip|image|memcached|sd|site|sitedeck)_|^(?:before|after)\d|^(?:sitedeck|cookie_once|cookie_twice|proxy_protocol)/;

export const isVariableTaken = (name: string): boolean => {
  const lower = name.toLowerCase();
  return Object.hasOwn(READABLE, lower) || TAKEN.has(lower) || TAKEN_FAMILIES.test(lower);
};

const NAME = /^[a-z_][a-z0-9_]{0,31}$/i;
export const isVariableName = (name: string): boolean => NAME.test(name);
