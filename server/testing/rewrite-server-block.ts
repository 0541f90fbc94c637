import { CLOSED_SOURCES } from '#system/nginx/snippet/closed-sources';
import { Conf, conf, confWhen } from '#system/nginx/conf';
import { readSnippet } from '#system/nginx/snippet/read';
import { renderSnippet, type RenderMode } from '#system/nginx/sites/render-rules';

/** Stands in for the maps that remove the console's session cookie, which no test request has, and see through the edge. */
export const TEST_MAPS = conf`map $http_cookie $site_cookie { default $http_cookie; }
  map "" $site_scheme { default $scheme; }
  map "" $site_https { default $https; }
  map "" $site_port { default $server_port; }
  map "" $site_visitor_port { default $remote_port; }`;

const closed = new Conf(`location ~* \\.${CLOSED_SOURCES}(?:/|$) { return 404; }`);

interface RuledSite {
  readonly text: string;
  readonly mode: RenderMode;
  readonly listen: string;
  readonly name: string;
  readonly root: string;
  readonly phpSocket: string;
}

/** A host's server in the order that `RenderedSnippet` asks for. */
export function ruledSite({ text, mode, listen, name, root, phpSocket }: RuledSite): Conf {
  const reading = readSnippet(text);
  if (reading.is === 'refused') throw new Error(JSON.stringify(reading.faults));
  const { early, rules } = renderSnippet(reading.snippet, { mode });
  return conf`server {
  listen ${listen};
  server_name ${name};
  root ${root};
  disable_symlinks if_not_owner from=$document_root;
  index index.html index.php;
  if ($uri ~ "[\x00-\x1f\x7f]") { return 400; }
  ${early}
  location ~ /\.(?!well-known(?:/|$)) { return 404; }
  location ~ [^/]\.php(?:/|$) {
    fastcgi_split_path_info ^(.+?\.php)(/.*)$;
    try_files $fastcgi_script_name =404;
    fastcgi_param QUERY_STRING $query_string;
    fastcgi_param SCRIPT_NAME $fastcgi_script_name;
    fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
    fastcgi_pass ${`unix:${phpSocket}`};
  }
  ${closed}
  ${rules}
  ${confWhen(!reading.snippet.mergedRoot, conf`location / { try_files $uri $uri/ =404; }`)}
}
`;
}
