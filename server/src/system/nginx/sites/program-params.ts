import { conf } from '../conf';

/**
 * Removes the console's session cookie before tenant code sees it. Applied twice, because both cookie names
 * may be present. If more remain, a client hides the real one behind others: then no cookie passes.
 */
export const cookieMaps = conf`map $http_cookie $cookie_once {
    default $http_cookie;
    "~^(?<before1>(?:.*;\s*)?)(?:__Host-)?sitedeck_session=[^;]*(?:;\s*)?(?<after1>.*)$" $before1$after1;
  }
  map $cookie_once $cookie_twice {
    default $cookie_once;
    "~^(?<before2>(?:.*;\s*)?)(?:__Host-)?sitedeck_session=[^;]*(?:;\s*)?(?<after2>.*)$" $before2$after2;
  }
  map $cookie_twice $site_cookie {
    default $cookie_twice;
    "~sitedeck_session=" "";
  }`;

/** Internal headers from the edge tier to the origin; programs get their values as the usual parameters. */
const EDGE_HEADERS = ['ADDRESS', 'VISITOR_PORT', 'SCHEME', 'PORT', 'SERVER'].map(
  (end) => `HTTP_X_EDGE_${end}`,
);

/** What nginx passes to a site's programs: the file `fastcgi.conf`. */
export const fastcgiParams = conf`fastcgi_param GATEWAY_INTERFACE CGI/1.1;
  fastcgi_param SERVER_SOFTWARE nginx;
  fastcgi_param QUERY_STRING $query_string;
  fastcgi_param REQUEST_METHOD $request_method;
  fastcgi_param CONTENT_TYPE $content_type;
  fastcgi_param CONTENT_LENGTH $content_length;
  fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
  fastcgi_param SCRIPT_NAME $fastcgi_script_name;
  fastcgi_param PATH_INFO $site_path_info if_not_empty;
  fastcgi_param REQUEST_URI $request_uri;
  fastcgi_param DOCUMENT_URI $document_uri;
  fastcgi_param DOCUMENT_ROOT $document_root;
  fastcgi_param SERVER_PROTOCOL $server_protocol;
  fastcgi_param REQUEST_SCHEME $site_scheme;
  fastcgi_param HTTPS $site_https if_not_empty;
  fastcgi_param REMOTE_ADDR $remote_addr;
  fastcgi_param REMOTE_PORT $site_visitor_port;
  fastcgi_param SERVER_ADDR $site_address;
  fastcgi_param SERVER_PORT $site_port;
  fastcgi_param SERVER_NAME $host;
  fastcgi_param REDIRECT_STATUS 200;
  fastcgi_param HTTP_PROXY "";
  ${EDGE_HEADERS.map((name) => conf`fastcgi_param ${name} "" if_not_empty;`)}
  fastcgi_param HTTP_COOKIE $site_cookie if_not_empty;
  fastcgi_ignore_headers X-Accel-Redirect X-Accel-Expires X-Accel-Limit-Rate X-Accel-Buffering X-Accel-Charset;
  fastcgi_hide_header X-Powered-By;
  fastcgi_hide_header X-Edge-Reply;
  fastcgi_buffers 16 16k;
  fastcgi_buffer_size 32k;`;
