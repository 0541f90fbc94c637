import { FAULT_MESSAGES, type FaultReason, type Locale } from '@sitedeck/contract';
import type { ConfigFiles } from '../generations';
import { checked, Conf, conf, when } from './conf';
import type { NginxEngine } from './engine';
import type { Instance } from './instance';
import { hasModule, skeletonConf } from './skeleton';

export interface FrontPlan {
  readonly engine: NginxEngine;
  readonly instance: Instance;
  readonly workerUser: string | undefined;
  /** As `127.0.0.1:8080`, `8080` or `[::]:8080`. */
  readonly listen: readonly string[];
  readonly tls: { readonly certificate: string; readonly key: string } | undefined;
  /** Whether `X-Forwarded-For` and `-Proto` of whoever connects are believed. */
  readonly trustProxy: boolean;
  readonly apiSocket: string;
  readonly childSockets: string;
  readonly hostsFolder: string;
  readonly accessLog: string;
  /** Copy of the build: holds `shell/assets/`. */
  readonly bundle: string;
  /** Holds `remotes/<name>/<version>/` and `packages/`. */
  readonly registry: string;
}

/** Largest JSON body, above two times `CAT_LIMIT_BYTES` in any encoding; a slice or a batch of an upload. */
const BODY_LIMIT = '64m';
/** A download or an archive may pause this long between two reads. */
const STREAM_TIMEOUT = '3600s';

/** What the door answers by itself, for what never reaches the API: location, status, reason. */
const OWN_REPLIES = [
  ['expired', 996, 'session-expired'],
  ['too_large', 200, 'slice-too-large'],
  ['down', 502, 'engine-down'],
] as const satisfies readonly (readonly [string, number, FaultReason])[];

/** JSON of ours as an nginx word, in the form of the API: it holds quotes, so it can't pass as a checked value. */
function envelope(reason: FaultReason, locale: Locale): string {
  const { code, [locale]: msg } = FAULT_MESSAGES[reason];
  const body = JSON.stringify({ code, res: { reason }, msg });
  if (/['\\$\n]/.test(body)) throw new Error(`not fit for a reply: ${body}`);
  return `'${body}'`;
}

/** The language is chosen as the API chooses it: Chinese, unless English is asked for first. */
const words = (): Conf =>
  new Conf(
    OWN_REPLIES.map(
      ([name, , reason]) => `map $http_accept_language $reply_${name} {
    default ${envelope(reason, 'zh-CN')};
    "~*^(?:(?!\\bzh\\b).)*\\ben\\b" ${envelope(reason, 'en-US')};
  }`,
    ).join('\n  '),
  );

/**
 * A portal on another origin reads what the door answers by itself, and what a host's child answers. The token in the
 * request, not a cookie, is what lets it in; a request without one is not of a portal.
 */
const forPortal = conf`add_header Access-Control-Allow-Origin $portal_origin always;
    add_header Access-Control-Expose-Headers $portal_reads always;
    add_header Vary $portal_varies always;`;

const ownReplies = (): readonly Conf[] =>
  OWN_REPLIES.map(
    ([name, status]) =>
      new Conf(`location @${name} {
    internal;
    default_type application/json;
    charset utf-8;
    add_header Cache-Control no-store always;
    add_header X-Content-Type-Options nosniff always;
    ${forPortal.text}
    return ${status} $reply_${name};
  }`),
  );

/** Connections to the API are kept; it keeps them longer than we do, so that none ends under a request. */
const upstream = (plan: FrontPlan): Conf =>
  conf`upstream api {
    server ${`unix:${plan.apiSocket}`};
    keepalive 32;
  }`;

const maps = (plan: FrontPlan): Conf =>
  conf`map $request_uri $path_only {
    "~^/fs/link/" /fs/link/-;
    "~^(?<path_part>[^?]*)" $path_part;
  }
  map $fs_socket_given $fs_socket {
    default none;
    "~^(?<fs_socket_checked>[a-z][a-z0-9]+)$" $fs_socket_checked;
  }
  map $http_x_forwarded_proto $forwarded_proto {
    default $scheme;
    ${when(plan.trustProxy, conf`http http; https https;`)}
  }
  map $http_authorization $portal_origin {
    default $http_origin;
    "" "";
  }
  map $portal_origin $portal_reads {
    default "Retry-After, ETag, X-Request-Id, Content-Disposition";
    "" "";
  }
  map $portal_origin $portal_varies {
    default Origin;
    "" "";
  }
  log_format front '$remote_addr [$time_iso8601] $request_id "$request_method $path_only" $status $body_bytes_sent '
    '$request_time $upstream_response_time "$http_user_agent"';`;

const believeProxy = conf`set_real_ip_from 0.0.0.0/0;
  set_real_ip_from ::/0;
  set_real_ip_from unix:;
  real_ip_header X-Forwarded-For;`;

/** Who asks, as the door saw it: what a client says about itself never passes. */
const toApi = conf`proxy_pass http://api;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Request-Id $request_id;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $forwarded_proto;
    proxy_set_header X-Forwarded-Host $http_host;
    proxy_set_header X-Real-IP $remote_addr;
    proxy_set_header Forwarded "";`;

/** Headers of a request that reach a host's child: none that opens anything. */
const toChild = conf`proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host sitedeck;
    proxy_set_header Cookie "";
    proxy_set_header Authorization "";
    proxy_set_header X-Verify "";
    proxy_set_header X-Forwarded-For "";
    proxy_set_header Forwarded "";
    proxy_set_header X-Request-Id $request_id;
    proxy_ignore_headers X-Accel-Redirect X-Accel-Expires X-Accel-Limit-Rate X-Accel-Buffering X-Accel-Charset Set-Cookie Expires Cache-Control Vary;
    proxy_hide_header Set-Cookie;
    proxy_hide_header Location;
    proxy_hide_header Refresh;
    proxy_hide_header Access-Control-Allow-Origin;
    proxy_hide_header Access-Control-Allow-Credentials;
    proxy_hide_header Access-Control-Allow-Headers;
    proxy_hide_header Access-Control-Allow-Methods;
    proxy_hide_header Access-Control-Expose-Headers;
    proxy_hide_header Access-Control-Max-Age;
    proxy_hide_header Content-Security-Policy;
    proxy_hide_header Strict-Transport-Security;
    proxy_hide_header Clear-Site-Data;
    proxy_hide_header Link;
    proxy_hide_header WWW-Authenticate;
    proxy_hide_header Alt-Svc;
    proxy_hide_header NEL;
    proxy_hide_header Report-To;
    proxy_hide_header Reporting-Endpoints;
    proxy_hide_header SourceMap;
    proxy_hide_header Service-Worker-Allowed;
    proxy_redirect off;`;

/** A tenant's bytes on the console's origin: nothing in them is run or read as a page. */
const asTenantContent = conf`${forPortal}
    add_header X-Content-Type-Options nosniff always;
    add_header Content-Security-Policy sandbox always;
    add_header Cache-Control no-store always;`;

/** `rest` holds variables whose values a pattern of ours has checked. */
const childAddress = (plan: FrontPlan, rest: string): Conf =>
  new Conf(`"http://unix:${checked(plan.childSockets)}/${rest}"`);

const upload = (plan: FrontPlan): Conf =>
  conf`location = /internal/fs-gate {
    internal;
    ${toApi}
    proxy_pass_request_body off;
    proxy_set_header Content-Length "";
    proxy_set_header Transfer-Encoding "";
    proxy_set_header X-Original-Method $request_method;
    proxy_set_header X-Original-URI $request_uri;
  }
  location = /fs/upload {
    # A browser asks before a portal's upload, without its token: the API answers as for any other call.
    error_page 418 = @preflight;
    if ($request_method = OPTIONS) { return 418; }
    auth_request /internal/fs-gate;
    auth_request_set $fs_socket_given $upstream_http_x_fs_socket;
    auth_request_set $fs_context $upstream_http_x_fs_context;
    auth_request_set $fs_refusal $upstream_http_x_fs_refusal;
    error_page 401 =996 @expired;
    error_page 403 =200 @refused;
    error_page 413 =200 @too_large;
    error_page 500 502 504 =502 @down;
    ${toChild}
    proxy_request_buffering off;
    proxy_set_header X-Fs-Context $fs_context;
    proxy_read_timeout 300s;
    proxy_hide_header Content-Type;
    default_type application/json;
    ${asTenantContent}
    add_header Content-Type application/json always;
    proxy_pass ${childAddress(plan, '$fs_socket.sock:/upload$is_args$args')};
  }
  location @preflight {
    ${toApi}
  }
  location @refused {
    internal;
    default_type application/json;
    charset utf-8;
    add_header Cache-Control no-store always;
    ${forPortal}
    return 200 $fs_refusal;
  }`;

/** Compressing on the way would cost a download its ranges and its length. */
const uncompressed = (plan: FrontPlan): Conf =>
  conf`gzip off;
    ${when(hasModule(plan.engine, 'brotli_filter'), conf`brotli off;`)}`;

/**
 * The file's name comes in a header of its own: nginx keeps a Content-Disposition for whatever is answered in the end,
 * and a refusal is no attachment. Kept before the child is asked, whose headers would take its place.
 */
const named = conf`set $file_disposition $upstream_http_x_file_disposition;
    add_header Content-Disposition $file_disposition;`;

/**
 * The API's words for what has gone since it was granted: nginx itself would keep the granted file's type for them.
 * Whoever asks for these places from outside was granted nothing.
 */
const gone = conf`location @gone {
    internal;
    uninitialized_variable_warn off;
    if ($file_disposition = "") { return 404; }
    rewrite ^ /internal/gone break;
    ${toApi}
    proxy_pass_request_body off;
    proxy_set_header Content-Length "";
    proxy_set_header Transfer-Encoding "";
    ${forPortal}
    error_page 500 502 504 =502 @down;
  }`;

/** Only the API's answers lead here (X-Accel-Redirect): it has set the content type and the file's name. */
const downloads = (plan: FrontPlan): Conf =>
  conf`location /_hosts/ {
    internal;
    error_page 301 403 404 = @gone;
    ${named}
    alias ${`${plan.hostsFolder}/`};
    disable_symlinks on ${`from=${plan.hostsFolder}`};
    max_ranges 8;
    ${uncompressed(plan)}
    ${asTenantContent}
  }
  location ~ ^/_child/(?<child_host>[a-z][a-z0-9]+)/(?<child_ticket>[A-Za-z0-9_-]+)$ {
    internal;
    ${toChild}
    proxy_buffering on;
    proxy_max_temp_file_size 0;
    ${uncompressed(plan)}
    proxy_read_timeout ${STREAM_TIMEOUT};
    send_timeout ${STREAM_TIMEOUT};
    proxy_hide_header Content-Type;
    proxy_hide_header Content-Disposition;
    proxy_intercept_errors on;
    error_page 404 = @gone;
    error_page 500 502 504 =502 @down;
    ${named}
    ${asTenantContent}
    proxy_pass ${childAddress(plan, '$child_host.sock:/ticket/$child_ticket')};
  }
  ${gone}`;

const YEAR = 'public, max-age=31536000, immutable';

/** Portals on other origins fetch them too; whoever runs them checks their hashes. */
const forAll = conf`add_header X-Content-Type-Options nosniff;
    add_header Access-Control-Allow-Origin *;
    add_header Cross-Origin-Resource-Policy cross-origin;`;

const immutable = (plan: FrontPlan): Conf =>
  conf`gzip_static on;
    ${when(hasModule(plan.engine, 'brotli_static'), conf`brotli_static on;`)}
    add_header Cache-Control ${YEAR};
    ${forAll}
    access_log off;`;

const assets = (plan: FrontPlan): Conf =>
  conf`location /assets/ {
    root ${`${plan.bundle}/shell`};
    ${immutable(plan)}
  }
  location /remotes/ {
    root ${plan.registry};
    ${immutable(plan)}
  }
  location /packages/ {
    root ${plan.registry};
    types { application/gzip tgz; application/json json; }
    add_header Cache-Control no-cache;
    ${forAll}
    access_log off;
  }`;

const api = (plan: FrontPlan): Conf =>
  conf`location / {
    ${toApi}
    # Nothing of a call passes through a file: on a full disk the call itself tells what is wrong.
    proxy_request_buffering off;
    proxy_max_temp_file_size 0;
    proxy_read_timeout ${STREAM_TIMEOUT};
    send_timeout ${STREAM_TIMEOUT};
    error_page 413 =200 @too_large;
    error_page 500 502 504 =502 @down;
    ${when(plan.tls !== undefined, conf`add_header Strict-Transport-Security max-age=31536000 always;`)}
  }
  location /internal/ { return 404; }
  location = /api/login/token {
    error_log /dev/null emerg;
    ${toApi}
    error_page 500 502 504 =502 @down;
  }`;

/** Whoever came without TLS is led to it. What was sent without it (a password, as it may be) is refused: it must be noticed. */
const tls = (plan: FrontPlan): Conf =>
  plan.tls === undefined
    ? conf``
    : conf`ssl_certificate ${plan.tls.certificate};
  ssl_certificate_key ${plan.tls.key};
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_session_cache shared:front:2m;
  ssl_session_timeout 1d;
  ssl_session_tickets off;
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
  ${when(plan.trustProxy, believeProxy)}
  client_max_body_size ${BODY_LIMIT};
  client_body_timeout 60s;
  absolute_redirect off;
  access_log ${plan.accessLog} front buffer=16k flush=1s;
  ${api(plan)}
  ${upload(plan)}
  ${downloads(plan)}
  ${assets(plan)}
  ${ownReplies()}
}`;
}

/** Configuration of the console's front door. */
export function renderFront(plan: FrontPlan): ConfigFiles {
  const http = [upstream(plan), maps(plan), words(), serverConf(plan)];
  return new Map([['nginx.conf', skeletonConf({ ...plan, http }).text]]);
}
