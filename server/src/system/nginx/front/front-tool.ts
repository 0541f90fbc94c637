import { join } from 'node:path';
import { conf, type Conf } from '../conf';

/** The admin tool's own origin, separate from the console's. */
export interface ToolDoor {
  /** As `127.0.0.1:8083`. */
  readonly listen: readonly string[];
  /** The one name it answers to. */
  readonly name: string;
  /** Whether browsers come by TLS, here or at a proxy before us. */
  readonly secure: boolean;
  readonly socket: string;
  /** Folder of the scripts. */
  readonly scripts: string;
  /** Adminer's own file. */
  readonly adminer: string;
  readonly tickets: string;
}

export interface ToolTls {
  readonly certificate: string;
  readonly key: string;
}

/** Longest a statement may take, with some room for PHP to say so itself. */
const WAIT = '310s';

/** Passes only what the tool reads; the script is fixed by us, never by the request. */
const params = (door: ToolDoor, script: string): Conf =>
  conf`fastcgi_param GATEWAY_INTERFACE CGI/1.1;
    fastcgi_param SERVER_PROTOCOL $server_protocol;
    fastcgi_param REQUEST_METHOD $request_method;
    fastcgi_param QUERY_STRING $args;
    fastcgi_param REQUEST_URI $request_uri;
    fastcgi_param CONTENT_TYPE $content_type;
    fastcgi_param CONTENT_LENGTH $content_length;
    fastcgi_param REMOTE_ADDR $remote_addr;
    fastcgi_param SERVER_NAME ${door.name};
    fastcgi_param HTTPS ${door.secure ? 'on' : 'off'};
    fastcgi_param HTTP_PROXY "";
    fastcgi_param HTTP_X_FORWARDED_PREFIX "";
    fastcgi_param SCRIPT_NAME ${`/${script}`};
    fastcgi_param SCRIPT_FILENAME ${join(door.scripts, script)};
    fastcgi_param TOOL_TICKETS ${door.tickets};
    fastcgi_param TOOL_ADMINER ${door.adminer};
    fastcgi_hide_header X-Frame-Options;
    fastcgi_read_timeout ${WAIT};
    fastcgi_send_timeout ${WAIT};
    fastcgi_pass ${`unix:${door.socket}`};`;

const tlsOf = (tls: ToolTls | undefined): Conf =>
  tls === undefined
    ? conf``
    : conf`ssl_certificate ${tls.certificate};
  ssl_certificate_key ${tls.key};
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_session_tickets off;`;

const listening = (door: ToolDoor, tls: ToolTls | undefined): readonly Conf[] =>
  door.listen.map((address) => (tls ? conf`listen ${address} ssl;` : conf`listen ${address};`));

/** The admin tool's server; requests for any other name on its port get 421. */
export const toolServers = (door: ToolDoor, tls: ToolTls | undefined): Conf =>
  conf`server {
  ${door.listen.map((address) => (tls ? conf`listen ${address} ssl default_server;` : conf`listen ${address} default_server;`))}
  server_name _;
  ${tlsOf(tls)}
  return 421;
}
server {
  ${listening(door, tls)}
  server_name ${door.name};
  ${tlsOf(tls)}
  client_max_body_size 64m;
  client_body_timeout 60s;
  access_log off;
  add_header X-Content-Type-Options nosniff always;
  add_header X-Frame-Options DENY always;
  location = / {
    ${params(door, 'index.php')}
  }
  location ~ ^/enter/(?<tool_ticket>[A-Za-z0-9_-]+)$ {
    # The ticket is in the address: no line of a log may hold it.
    error_log /dev/null emerg;
    limit_except GET { deny all; }
    fastcgi_param TOOL_TICKET $tool_ticket;
    ${params(door, 'enter.php')}
  }
  location / { return 404; }
}`;
