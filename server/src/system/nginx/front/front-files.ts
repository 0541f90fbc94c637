import { SESSION_EXPIRED_STATUS } from '@sitedeck/contract';
import { conf, type Conf } from '../conf';
import { whileDown } from './front-down-page';
import type { FrontPlan } from './front-plan';
import { forPortal } from './front-replies';
import {
  asTenantContent,
  childAddress,
  STREAM_TIMEOUT,
  toApi,
  toChild,
  noCompression,
} from './front-targets';

/** The API's refusal of an upload slice. */
const apiRefusal = (name: 'refused' | 'ended', status: number): Conf =>
  conf`location @${name} {
    internal;
    default_type application/json;
    charset utf-8;
    add_header Cache-Control no-store always;
    ${forPortal}
    return ${status} $fs_refusal;
  }`;

/** Upload bytes go from the browser to the host's child; the API authorizes each slice once. */
export const uploadConf = (plan: FrontPlan): Conf =>
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
    error_page 401 =996 @ended;
    error_page 403 =200 @refused;
    error_page 413 =200 @too_large;
    error_page 429 = @busy;
    ${whileDown}
    ${toChild}
    proxy_request_buffering off;
    # Passed on in as large pieces: each costs both sides a turn.
    client_body_buffer_size 256k;
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
  ${apiRefusal('refused', 200)}
  ${apiRefusal('ended', SESSION_EXPIRED_STATUS)}`;

/**
 * The child's reply gets the API's Content-Disposition, saved in a header of its own before the child is
 * asked, whose headers would replace it. nginx keeps a Content-Disposition for the final reply, and a refusal
 * is no attachment.
 */
const named = conf`set $file_disposition $upstream_http_x_file_disposition;
    add_header Content-Disposition $file_disposition;`;

/**
 * The API's reply for a granted file that no longer exists: nginx itself would answer with the file's type. A
 * request from outside, without a grant, gets 404.
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
    ${whileDown}
  }`;

/**
 * Only reached by a reply of the API (X-Accel-Redirect), which has set the content type and the file's name.
 */
export const downloadsConf = (plan: FrontPlan): Conf =>
  conf`location /_hosts/ {
    internal;
    error_page 301 403 404 = @gone;
    ${named}
    alias ${`${plan.hostsFolder}/`};
    disable_symlinks on ${`from=${plan.hostsFolder}`};
    max_ranges 8;
    ${noCompression(plan)}
    ${asTenantContent}
  }
  location ~ ^/_child/(?<child_host>[a-z][a-z0-9]+)/(?<child_ticket>[A-Za-z0-9_-]+)$ {
    internal;
    ${toChild}
    proxy_buffering on;
    proxy_max_temp_file_size 0;
    ${noCompression(plan)}
    proxy_read_timeout ${STREAM_TIMEOUT};
    send_timeout ${STREAM_TIMEOUT};
    proxy_hide_header Content-Type;
    proxy_hide_header Content-Disposition;
    proxy_intercept_errors on;
    error_page 404 = @gone;
    ${whileDown}
    ${named}
    ${asTenantContent}
    proxy_pass ${childAddress(plan, '$child_host.sock:/ticket/$child_ticket')};
  }
  ${gone}`;
