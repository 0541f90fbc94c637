import type { ConfigFiles } from '#system/disk/generations';
import { conf, confWhen, type Conf } from '../conf';
import { tlsOffer } from '../tls-offer';
import { assetsConf } from './front-assets';
import { downloadsConf, uploadConf } from './front-files';
import { whileDown } from './front-down-page';
import type { FrontPlan } from './front-plan';
import { ownReplies, replyTexts } from './front-replies';
import { STREAM_TIMEOUT, toApi } from './front-targets';
import { toolServers } from './front-tool';
import { skeletonConf } from '../skeleton';

/**
 * Largest JSON body: more than twice `CAT_LIMIT_BYTES` in any encoding, and more than an upload slice or
 * batch.
 */
const BODY_LIMIT = '64m';
/**
 * How long idle connections to the API are kept. The API keeps them longer, so that none closes during a
 * request.
 */
const upstream = (plan: FrontPlan): Conf =>
  conf`upstream api {
    server ${`unix:${plan.apiSocket}`};
    keepalive 32;
  }`;

const maps = (plan: FrontPlan): Conf =>
  conf`map $request_uri $path_only {
    "~^/fs/link/" /fs/link/-;
    "~^/api/backup/open/" /api/backup/open/-;
    "~^(?<path_part>[^?]*)" $path_part;
  }
  map $fs_socket_given $fs_socket {
    default none;
    "~^(?<fs_socket_checked>[a-z][a-z0-9]+)$" $fs_socket_checked;
  }
  geo $realip_remote_addr $from_proxy {
    default 0;
    ${plan.trustProxy.map((network) => conf`${network} 1;`)}
  }
  map $from_proxy$http_x_forwarded_proto $forwarded_proto {
    default $scheme;
    1http http;
    1https https;
  }
  map $request_uri $link_origin {
    default "";
    "~^/fs/link/" $http_origin;
  }
  map $http_authorization $portal_origin {
    default $http_origin;
    "" $link_origin;
  }
  map $portal_origin $portal_reads {
    default "Retry-After, ETag, X-Request-Id, Content-Disposition, Date, Accept-Ranges";
    "" "";
  }
  map $portal_origin $portal_varies {
    default Origin;
    "" "";
  }
  log_format front '$remote_addr [$time_iso8601] $request_id "$request_method $path_only" $status $body_bytes_sent '
    '$request_time $upstream_response_time "$http_user_agent"';`;

const believeProxy = ({ trustProxy }: FrontPlan): Conf =>
  conf`${trustProxy.map((network) => conf`set_real_ip_from ${network};`)}
  real_ip_header X-Forwarded-For;`;

/** Requests with a body that one address may have in progress, so that slow ones don't use up the connections. */
const BODIES_OF_ADDRESS = '128';

/**
 * Applies to every server of the front door, which share its connections, and to every method: a GET may have a body,
 * too.
 */
const limitBodies = conf`map $request_method:$content_length$http_transfer_encoding $body_sender {
    default $binary_remote_addr;
    GET: "";
    GET:0 "";
    HEAD: "";
    HEAD:0 "";
  }
  limit_conn_zone $body_sender zone=bodies:4m;
  limit_conn bodies ${BODIES_OF_ADDRESS};
  limit_conn_status 429;
  limit_conn_log_level warn;`;

const api = (plan: FrontPlan): Conf =>
  conf`location / {
    ${toApi}
    # Nothing of a call passes through a file: on a full disk the call itself tells what is wrong.
    proxy_request_buffering off;
    proxy_max_temp_file_size 0;
    proxy_read_timeout ${STREAM_TIMEOUT};
    send_timeout ${STREAM_TIMEOUT};
    error_page 413 =200 @too_large;
    error_page 429 = @busy;
    ${whileDown}
    ${confWhen(plan.tls !== undefined, conf`add_header Strict-Transport-Security max-age=31536000 always;`)}
  }
  location /internal/ { return 404; }
  location = /api/login/token {
    error_log /dev/null emerg;
    ${toApi}
    proxy_request_buffering off;
    error_page 429 = @busy;
    ${whileDown}
  }`;

/**
 * Redirects plain-HTTP reads to HTTPS. Other methods are refused, so that a password sent in plain text is noticed.
 */
const tls = (plan: FrontPlan): Conf =>
  plan.tls === undefined
    ? conf``
    : conf`ssl_certificate ${plan.tls.certificate};
  ssl_certificate_key ${plan.tls.key};
  ${tlsOffer}
  ssl_session_cache shared:front:2m;
  ssl_session_timeout 1d;
  error_page 497 @plain;
  location @plain {
    internal;
    if ($request_method !~ ^(?:GET|HEAD)$) { return 400; }
    return 301 https://$http_host$request_uri;
  }`;

const listen = (plan: FrontPlan): readonly Conf[] =>
  plan.listen.map((address) => (plan.tls ? conf`listen ${address} ssl http2;` : conf`listen ${address};`));

function serverConf(plan: FrontPlan): Conf {
  return conf`server {
  ${listen(plan)}
  server_name _;
  ${tls(plan)}
  client_max_body_size ${BODY_LIMIT};
  client_header_timeout 20s;
  client_body_timeout 60s;
  absolute_redirect off;
  access_log ${plan.accessLog} front buffer=16k flush=1s;
  ${api(plan)}
  ${uploadConf(plan)}
  ${downloadsConf(plan)}
  ${assetsConf(plan)}
  ${ownReplies()}
}`;
}

/** Configuration of the console's front door. */
export function renderFront(plan: FrontPlan): ConfigFiles {
  const tool = plan.tool ? [toolServers(plan.tool, plan.tls)] : [];
  const visitors = [confWhen(plan.trustProxy.length > 0, believeProxy(plan)), limitBodies, ...replyTexts()];
  const http = [upstream(plan), maps(plan), ...visitors, serverConf(plan), ...tool];
  return new Map([['nginx.conf', skeletonConf({ ...plan, http }).text]]);
}
