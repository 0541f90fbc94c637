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
