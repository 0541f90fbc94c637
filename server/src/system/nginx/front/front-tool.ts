import { join } from 'node:path';
import { conf, type Conf } from '../conf';
import { tlsOffer } from '../tls-offer';

/** The admin tool's own origin, separate from the console's. */
export interface ToolServer {
  /** An address like `127.0.0.1:8083`. */
  readonly listen: readonly string[];
  /** The only host name that it answers to. */
  readonly name: string;
  /** Whether browsers use TLS, which ends here or at a proxy in front. */
  readonly secure: boolean;
  readonly socket: string;
  /** Folder of the scripts. */
  readonly scripts: string;
  /** Adminer's own script. */
  readonly adminer: string;
  readonly tickets: string;
  /** Socket of the API, which knows whose program connects. */
  readonly apiSocket: string;
}

export interface ToolTls {
  readonly certificate: string;
  readonly key: string;
}

/** Time limit of a statement, with some margin for PHP to report it first. */
const WAIT = '310s';

/** Passes only the parameters that the tool reads; the configuration fixes the script, never the request. */
const params = (server: ToolServer, script: string): Conf =>
  conf`fastcgi_param GATEWAY_INTERFACE CGI/1.1;
    fastcgi_param SERVER_PROTOCOL $server_protocol;
    fastcgi_param REQUEST_METHOD $request_method;
    fastcgi_param QUERY_STRING $args;
    fastcgi_param REQUEST_URI $request_uri;
    fastcgi_param CONTENT_TYPE $content_type;
    fastcgi_param CONTENT_LENGTH $content_length;
    fastcgi_param REMOTE_ADDR $remote_addr;
    fastcgi_param SERVER_NAME ${server.name};
    fastcgi_param HTTPS ${server.secure ? 'on' : 'off'};
    fastcgi_param HTTP_PROXY "";
    fastcgi_param HTTP_X_FORWARDED_PREFIX "";
    fastcgi_param SCRIPT_NAME ${`/${script}`};
    fastcgi_param SCRIPT_FILENAME ${join(server.scripts, script)};
    fastcgi_param TOOL_TICKETS ${server.tickets};
    fastcgi_param TOOL_ADMINER ${server.adminer};
    fastcgi_hide_header X-Frame-Options;
    fastcgi_read_timeout ${WAIT};
    fastcgi_send_timeout ${WAIT};
    fastcgi_pass ${`unix:${server.socket}`};`;

const tlsOf = (tls: ToolTls | undefined): Conf =>
  tls === undefined
    ? conf``
    : conf`ssl_certificate ${tls.certificate};
  ssl_certificate_key ${tls.key};
  ${tlsOffer}`;

const listening = (server: ToolServer, tls: ToolTls | undefined): readonly Conf[] =>
  server.listen.map((address) => (tls ? conf`listen ${address} ssl;` : conf`listen ${address};`));

/**
 * Asks the API about each request: the tables of the kernel say whose program connects, and nginx can't read them. Only
 * addresses are sent, those of the connection itself, whatever a proxy forwards.
 */
const askWhoConnects = (server: ToolServer): Conf =>
  conf`auth_request /internal/tool-gate;
  error_page 500 @no_api;
  location @no_api {
    internal;
    auth_request off;
    return 503;
  }
  location = /internal/tool-gate {
    internal;
    auth_request off;
    proxy_pass ${`http://unix:${server.apiSocket}:/internal/tool-gate`};
    proxy_method GET;
    proxy_pass_request_body off;
    proxy_pass_request_headers off;
    proxy_set_header Content-Length "";
    proxy_set_header Host sitedeck;
    proxy_set_header X-Peer-Address $realip_remote_addr;
    proxy_set_header X-Peer-Port $realip_remote_port;
    proxy_set_header X-Own-Address $server_addr;
    proxy_set_header X-Own-Port $server_port;
  }`;

/** The admin tool's server; requests for any other name on its port get 421. */
export const toolServers = (server: ToolServer, tls: ToolTls | undefined): Conf =>
  conf`server {
  ${server.listen.map((address) => (tls ? conf`listen ${address} ssl default_server;` : conf`listen ${address} default_server;`))}
  server_name _;
  ${tlsOf(tls)}
  return 421;
}
server {
  ${listening(server, tls)}
  server_name ${server.name};
  ${tlsOf(tls)}
  client_max_body_size 64m;
  client_body_timeout 60s;
  access_log off;
  add_header X-Content-Type-Options nosniff always;
  add_header X-Frame-Options DENY always;
  ${askWhoConnects(server)}
  location = / {
    ${params(server, 'index.php')}
  }
  location ~ ^/enter/(?<tool_ticket>[A-Za-z0-9_-]+)$ {
    # The ticket is in the address: no line of a log may hold it.
    error_log /dev/null emerg;
    limit_except GET { deny all; }
    fastcgi_param TOOL_TICKET $tool_ticket;
    ${params(server, 'enter.php')}
  }
  location ~ ^/style/[a-z]+\\.css$ {
    types { text/css css; }
    root ${server.scripts};
    add_header X-Content-Type-Options nosniff always;
    add_header Cache-Control no-cache;
  }
  location / { return 404; }
}`;
