import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RuleFault } from '@sitedeck/contract/rule-texts';
import { killGroup, run, start } from '#system/process/exec';
import { isolationHere } from '#system/process/identity';
import { findNginx, type NginxEngine } from '../engine';
import { recordScripts, type RequestedScript } from '../rule-test/fastcgi-recorder';
import { readSnippet } from './read';
import { ruledSite, TEST_MAPS } from '#testing/rewrite-server-block';

const repeated = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** Refused snippets, by the reason of their fault. */
const HOSTILE: Readonly<Partial<Record<RuleFault, readonly string[]>>> = {
  'path-up': [
    'location / { try_files /../../etc/passwd =404; }',
    'location / { try_files $uri/../../two/wwwroot/who.txt =404; }',
    'rewrite ^ /../etc/passwd last;',
    'rewrite ^/x$ /a/../../outside.txt last;',
    'rewrite ^/(.*)$ /$1/../outside.txt last;',
    'rewrite ^/(.*)$ /.$1./outside.txt last;\nrewrite ^/y$ /$uri/../x last;',
    'error_page 404 /../two/wwwroot/who.txt;',
    'index ../../two/wwwroot/who.txt;',
    'location / { index /../outside.txt; }',
    'location = /../outside.txt { expires 1d; }',
    'set $up /../..;\nlocation / { try_files $uri =404; }',
    'location / { try_files $uri /a/./b =404; }',
    'return 301 /a/../../b;',
  ],
  'path-escaped': [
    'rewrite ^ /%2e%2e/etc/passwd last;',
    'location / { try_files /%2e%2e/outside.txt =404; }',
    'rewrite ^ /a\\..\\b last;',
    'location = /%2eenv { expires 1d; }',
    'error_page 404 /%2E%2E/outside.txt;',
    'rewrite ^ /x%00.php last;',
  ],
  'path-hidden': [
    'location = /.env { expires 1d; }',
    'location / { try_files /.env =404; }',
    'location / { try_files $uri /.git/config =404; }',
    'location /.well-known/ { return 404; }',
    'location = /.sitedeck-page { expires 1d; }',
    'rewrite ^/page$ /.sitedeck-page last;',
    'error_page 404 /.env;',
    'index .env;',
    'rewrite ^/(.*)$ /.$1 last;',
  ],
  'try-files-form': [
    'location / { try_files /$arg_f =404; }',
    'location / { try_files $arg_f $uri =404; }',
    'location ~ ^/files(.*)$ { try_files /$1 =404; }',
    'set $f /secret; location / { try_files $f =404; }',
    'location / { try_files $uri.env =404; }',
    'location / { try_files $uri.ph =404; }',
    'location / { try_files /a$http_x$uri =404; }',
    'location / { try_files $uri$uri =404; }',
    'location / { try_files $request_uri =404; }',
    'location / { try_files /x$host =404; }',
    'location / { try_files @nobody =404; }',
  ],
  'path-source': [
    'location / { try_files $uri.php =404; }',
    'location / { try_files /wp-config.php =404; }',
    'location / { try_files $uri /index.php =404; }',
    'location / { try_files $uri/index.php =404; }',
    'location / { try_files $uri.PHP $uri =404; }',
    'location / { try_files /web.config =404; }',
    'location / { try_files $uri.inc =404; }',
    'location / { try_files /x.php$uri =404; }',
  ],
  'flag-break': [
    'rewrite ^ /wp-config.php break;',
    'location / { rewrite ^ /wp-config.php break; }',
    'location / { if (!-e $request_filename) { rewrite ^(.*)$ /wp-config.php break; } }',
    'rewrite ^/x$ /../etc/passwd break;',
  ],
  'break-after-rewrite': [
    'location / { rewrite ^ /wp-config.php; break; }',
    'location / { rewrite ^ /wp-config.php; if ($args) { break; } }',
    'location / { if ($args) { rewrite ^ /wp-config.php; break; } }',
    'location = /x { rewrite ^/x$ /.env; set $a b; break; }',
  ],
  'variable-in-path': [
    'rewrite ^ /$arg_f last;',
    'rewrite ^ /$http_x_file last;',
    'rewrite ^ /$cookie_f/x last;',
    'rewrite ^ /$args last;',
    'rewrite ^ /$query_string last;',
    'rewrite ^ $uri/$request_uri last;',
    'location / { try_files $uri /$arg_f; }',
    'set $f $arg_f;\nrewrite ^ /$f last;',
    'set $f $g;\nset $g "x$http_x";\nrewrite ^ /$f last;',
    'if ($args ~ "f=(.*)") { set $f $1; }\nrewrite ^ /$f last;',
    'if ($args ~ "f=(?<f>.*)") { rewrite ^ /$f last; }',
    'location ~ ^/(a)$ { if ($arg_f ~ "(.*)") { set $x 1; }\nset $p $1; rewrite ^ /$p last; }',
    'error_page 404 /$arg_f;',
    'return 301 /$arg_next;',
  ],
  'variable-in-host': [
    'return 301 https://$arg_host/;',
    'return 302 https://$cookie_h$request_uri;',
    'rewrite ^/(.*)$ https://a.example$1 redirect;',
    'if ($arg_h ~ "(.*)") { return 301 http://$1/; }',
    'return 301 https://$http_x_forwarded_host/;',
  ],
  'redirect-start': [
    'return 301 javascript:alert(1);',
    'return 302 "data:text/html,x";',
    'return 301 $arg_url;',
    'return 301 $request_uri;',
    'rewrite ^/(.*)$ $1 permanent;',
    'rewrite ^([^/]*)/(.*)$ $1javascript:$2 redirect;',
    'rewrite ^/(/a|.*)$ $1 redirect;',
    'rewrite "^/x(/?.*)$" $1 redirect;',
    'return 301 https://;',
    'return 301 "https://a.example/ b";',
    'return 301 https://user@evil.example/;',
    'return 301 ftp://a.example/;',
  ],
  'variable-unknown': [
    'rewrite ^ /$document_root last;',
    'return 200 $realpath_root;',
    'return 200 $request_filename;',
    'return 200 $site_path_info;',
    'return 200 $sitedeck_anything;',
    'return 200 $sd_trace;',
    'return 200 $sd_v1;',
    'return 200 $somebody_elses;',
    'return 200 $request_body;',
    'return 200 $upstream_addr;',
    'add_header X $fastcgi_script_name;',
    'if ($nobody) { return 403; }',
  ],
  'variable-secret': [
    'return 200 $cookie_sitedeck_session;',
    'if ($cookie_sitedeck_session ~ "(.*)") { return 302 /?$1; }',
    'add_header X $cookie___host_sitedeck_session;',
    'set $s $cookie_SITEDECK_SESSION;',
  ],
  'variable-form': ['return 200 "a$";', 'rewrite ^ "/$-x" last;', 'set $a "${";'],
  'name-taken': [
    'set $document_root /;',
    'set $args "";',
    'set $uri /x;',
    'set $site_cookie x;',
    'set $sd_trace x;',
    'set $http_host evil;',
    'set $limit_rate 1;',
    'set $fastcgi_script_name /x;',
    'set $cookie_once x;',
    'location ~ "^/(?<args>.*)$" { expires 1d; }',
    'rewrite "^/(?<site_cookie>.*)$" /x last;',
    'if ($uri ~ "(?P<document_root>.*)") { return 403; }',
  ],
  'capture-unknown': [
    'rewrite ^/a$ /$1 last;',
    'rewrite ^/(a)$ /x?y=$2 last;',
    'return 200 $1;',
    'location /x { return 301 /$1; }',
  ],
  'if-file': [
    'if (-f $document_root/../../etc/passwd) { return 200 yes; }',
    'if (-f /etc/passwd) { return 200 yes; }',
    'if (-d $arg_d) { return 403; }',
    'if (!-e $uri) { return 403; }',
    'if (-x /bin/sh) { return 200 yes; }',
  ],
  'test-after-rewrite': [
    'rewrite ^/x(.*)$ /$1;\nif (-f $request_filename) { return 200 yes; }',
    'location / { rewrite ^/x(.*)$ /$1; if (-d $request_filename) { return 200 yes; } }',
  ],
  'if-form': ['if $args { return 403; }', 'if ($args == x) { return 403; }', 'if (a b c d) { break; }'],
  'location-prior': [
    'location ^~ / { expires 1d; }',
    'location ^~ /uploads/ { expires 1d; }',
    'location ^~/x { expires 1d; }',
  ],
  'location-script': [
    'location ~ \\.php$ { expires 1d; }',
    'location = /wp-config.php { expires 1d; }',
    'location = /wp-login.php { allow 10.0.0.1; deny all; }',
    'location ~ \\.php$ { deny 10.0.0.1; }',
    'location ~* \\.(php|html)$ { try_files $uri =404; }',
    'location = /x.PHP { add_header A b; }',
    'location = /a.php/b { expires 1d; }',
    'location = /settings.inc { expires 1d; }',
  ],
  'location-script-prefix': ['location /index.php { deny all; }', 'location /a.php/ { return 403; }'],
  'location-nested': ['location / { location /a { expires 1d; } }'],
  'location-twice': [
    'location / { expires 1d; }\nlocation "/" { expires 2d; }',
    'location =/a{return 404;}\nlocation = /a {return 404;}',
  ],
  'location-path': ['location foo { return 404; }'],
  'location-unknown': ['location / { try_files $uri @nobody; }'],
  'path-elsewhere': [
    'error_page 404 https://evil.example/;',
    'error_page 404 = @fallback;\nlocation @fallback { expires 1d; }',
    'error_page 403 =200 $arg_f;',
  ],
  'path-start': [
    'rewrite ^/(.*)$ $1 last;',
    'rewrite ^ index.php last;',
    'location / { try_files $uri index.php; }',
  ],
  'header-reserved': [
    'add_header X-Accel-Redirect /etc/passwd;',
    'add_header x-accel-buffering no;',
    'add_header X-Edge-Reply 0;',
    'add_header Transfer-Encoding chunked;',
    'add_header Connection close;',
    'add_header Content-Length 0;',
  ],
  'header-name': ['add_header "X:Y" z;', 'add_header "X Y" z;', 'add_header $http_x z;'],
  'escape-unfit': [
    'add_header X "a\\r\\nSet-Cookie: b";',
    'return 301 "/a\\nLocation: https://evil";',
    'set $a "b\\nc";',
    'location = "/a\\nb" { return 404; }',
  ],
  'control-character': [
    'return 200 a\u0000b;',
    'add_header X "\u001b[0m";',
    'rewrite ^/\u0007 /x last;',
    'return 200 \ud800;',
  ],
  'pattern-construct': [
    'rewrite (*LIMIT_MATCH=999999999)^/(a+)+$ /x last;',
    'location ~ "(*UTF8)a" { expires 1d; }',
    'if ($uri ~ "(?R)") { return 403; }',
    'if ($uri ~ "(a(?1)?)") { return 403; }',
    'if ($uri ~ "(?C1)a") { return 403; }',
    'if ($uri ~ "a(?#b)") { return 403; }',
    'if ($uri ~ "(?x)a # b") { return 403; }',
    'if ($uri ~ "(?(1)a|b)") { return 403; }',
    'if ($uri ~ "(?<n>a)\\k<n>") { return 403; }',
    'if ($uri ~ "\\Qa\\E") { return 403; }',
    'valid_referers ~(*COMMIT)a;',
    'rewrite "^/(?&n)(?<n>a)" /x last;',
  ],
  'pattern-unfit': [
    'rewrite "^/(a" /x last;',
    'rewrite "^/a)" /x last;',
    'rewrite "[a" /x last;',
    'rewrite "+a" /x last;',
    'rewrite "a{3,1}" /x last;',
    'rewrite "[z-a]" /x last;',
  ],
  'pattern-too-large': ['rewrite "((a{200}){200}){2}" /x last;', `rewrite "${'()'.repeat(40)}" /x last;`],
  'grows-too-much': [
    `set $a xxxxxxxx;\n${repeated(30, () => 'set $a $a$a;')}`,
    `set $a $args;\nset $b "$a$a";\n${repeated(20, (index) => `if ($args) { set ${index % 2 ? '$a $b$b' : '$b $a$a'}; }`)}`,
    'location / { rewrite ^(.*)$ /$1$1$1$1 last; }',
    'location / { rewrite "^((.*))$" /$1$2$1 last; }',
    'location / { rewrite "^(?=(.*))(?=(.*))(.*)$" /$1$2$3 last; }',
    'location / { set $u $uri$uri$uri; rewrite ^ /$u last; }',
    'rewrite ^ /x?$args&$args&$args last;',
    'location / { try_files $uri /x$uri$uri$uri; }',
    'location / { try_files $uri /x?$args&$args&$args&$args; }',
    repeated(400, () => 'set $a "$a$http_x$http_y$http_z";'),
    `set $a $http_x;\n${repeated(20, () => 'if ($a ~ "^((.*))$") { set $a $1$2; }')}`,
  ],
  'too-many-patterns': [repeated(501, (index) => `rewrite ^/${index}$ /x last;`)],
  'too-many-dear': [
    repeated(25, (index) => `rewrite "^/(a+)+${index}(b+)+$" /x last;`),
    repeated(9, (index) => `rewrite "a*a*[${index}b]" /x last;`),
  ],
  'too-many-statements': [repeated(2001, () => 'allow 10.0.0.1;')],
  'too-many-names': [repeated(65, (index) => `set $name${index} x;`)],
  'too-long': ['# '.repeat(40_000), `# ${'中'.repeat(22_000)}`],
  'directive-unknown': [
    'root /;',
    'alias /etc/;',
    'include /etc/passwd;',
    'proxy_pass http://127.0.0.1:8090;',
    'fastcgi_pass unix:/run/x.sock;',
    'fastcgi_param PHP_VALUE auto_prepend_file=/etc/passwd;',
    'location /x { internal; }',
    'disable_symlinks off;',
    'error_log /tmp/x debug;',
    'access_log /tmp/x;',
    'types { text/html php; }',
    'server { listen 80; }',
    'perl_set $x y;',
    'load_module x;',
    'client_body_temp_path /tmp;',
    'auth_basic_user_file /etc/passwd;',
  ],
  'brace-extra': ['} server { listen 81; root /; }', 'location / { expires 1d; } }\nroot /;'],
  'brace-missing': ['location / { expires 1d;', 'if ($args) { return 403;'],
  'quote-open': ['return 200 "abc;', "add_header X 'a;\nroot /;'"],
  'quote-glued': ['return 200 "a"b;'],
  'semicolon-missing': ['expires 1d\ndeny all;'],
  'block-unexpected': ['rewrite ^/a$ /b { }', 'deny all { }'],
  'block-missing': ['location /x;', 'if ($args);'],
  'not-at-top': ['try_files $uri =404;', 'location / { expires 1d; }\ntry_files $uri /index.php;'],
  'not-in-if': [
    'if ($args) { deny all; }',
    'if ($args) { if ($uri) { break; } }',
    'location / { if ($args) { try_files $uri =404; } }',
  ],
  'directive-twice': ['charset utf-8;\ncharset gbk;', 'location / { expires 1d; expires 2d; }'],
  arguments: ['rewrite ^/a$;', 'set $a;', 'deny;', 'break now;', 'location { }'],
  'value-unfit': [
    'deny everyone;',
    'allow 10.0.0.0/99;',
    'deny unix:;',
    'deny fe80::1%eth0;',
    'expires $arg_x;',
    'expires soon;',
    'charset $arg_c;',
    'autoindex yes;',
    'valid_referers http://a.example;',
    'add_header X y sometimes;',
  ],
  'code-unfit': [
    'return 301;',
    'return 999 x;',
    'return 100;',
    'return $arg_c;',
    'error_page 200 /x;',
    'error_page 404 =$arg_c /x;',
    'error_page 499 /x;',
  ],
  'flag-unknown': ['rewrite ^/a$ /b lats;'],
  'wide-character': ['deny all；'],
  'variable-here': ['index $arg_i;', 'location /$arg_x { expires 1d; }'],
};

/** What a visitor gets: a file (by its text), a script (by its request), or a status. */
interface ExpectedReply {
  readonly status: number;
  readonly body?: string;
  readonly script?: string;
  readonly location?: string;
}

/** For each class of attack, a similar rule that is allowed and works. */
const ALLOWED: readonly (readonly [text: string, url: string, expected: ExpectedReply])[] = [
  [
    'location / { try_files $uri $uri/ /index.php?$args; }',
    '/news/12?a=b',
    { status: 200, script: '/index.php?a=b' },
  ],
  ['location / { try_files $uri.html $uri =404; }', '/about', { status: 200, body: 'about.html' }],
  ['location / { try_files /cache$uri.html $uri =404; }', '/page', { status: 200, body: 'cache/page.html' }],
  ['location / { try_files /by/$host$uri =404; }', '/x.txt', { status: 404 }],
  [
    'location / { try_files $uri @app; }\nlocation @app { rewrite ^/(.*)$ /index.php?q=$1 last; }',
    '/a/b',
    { status: 200, script: '/index.php?q=a/b' },
  ],
  ['rewrite ^/news/([0-9]+)$ /index.php?p=$1 last;', '/news/7', { status: 200, script: '/index.php?p=7' }],
  [
    'rewrite ^/f$ /index.php?f=$arg_f&u=$http_x last;',
    '/f?f=1',
    { status: 200, script: '/index.php?f=1&u=&f=1' },
  ],
  [
    'rewrite ^([^\\.]*)/topic-(.+)\\.html$ $1/index.php?t=$2 last;',
    '/topic-9.html',
    { status: 200, script: '/index.php?t=9' },
  ],
  ['rewrite "^/(\\d{2,4})/$" /index.php?y=$1 last;', '/2024/', { status: 200, script: '/index.php?y=2024' }],
  ['rewrite ^/(\\d{2,4})/$ /index.php?y=$1 last;', '/2024/', { status: 200, script: '/index.php?y=2024' }],
  [
    'rewrite "^/(?<slug>[a-z]+)\\;$" /index.php?s=$slug last;',
    '/abc;',
    { status: 200, script: '/index.php?s=abc' },
  ],
  [
    'location / { if (!-e $request_filename) { rewrite ^(.*)$ /index.php?s=$1 last; break; } }',
    '/none',
    { status: 200, script: '/index.php?s=/none' },
  ],
  [
    'if (!-f $request_filename) { rewrite ^ /index.php last; }',
    '/none',
    { status: 200, script: '/index.php' },
  ],
  ['location / { rewrite ^/old$ /about.html; }', '/old', { status: 200, body: 'about.html' }],
  ['rewrite ^/a$ /about.html;\nbreak;', '/a', { status: 200, body: 'about.html' }],
  [
    'return 301 https://www.example.com$request_uri;',
    '/x?y=1',
    { status: 301, location: 'https://www.example.com/x?y=1' },
  ],
  [
    'if ($host ~* "^(.*)$") { set $h $1; rewrite ^(.*)$ https://www.$h$1 permanent; }',
    '/x?y=1',
    { status: 301, location: 'https://www.HOST/x?y=1' },
  ],
  [
    'if ($scheme = http) { return 301 https://$host$request_uri; }',
    '/z',
    { status: 301, location: 'https://HOST/z' },
  ],
  ['rewrite ^(.*)/$ $1.html permanent;', '/about/', { status: 301, location: 'http://HOST/about.html' }],
  [
    'rewrite ^/go$ $scheme://other.example/?from=$arg_f;',
    '/go?f=1',
    { status: 302, location: 'http://other.example/?from=1&f=1' },
  ],
  ['return 302 /new?u=$arg_u;', '/x?u=2', { status: 302, location: 'http://HOST/new?u=2' }],
  ['location ~* ^/uploads/.*\\.php$ { deny all; }', '/uploads/a.php', { status: 403 }],
  ['location ~* ^/uploads/ { return 404; }', '/uploads/a.php', { status: 404 }],
  ['location = /wp-config.php { return 403; }', '/wp-config.php', { status: 403 }],
  [
    'location ~* \\.(php|jsp)$ { return 404; }\nlocation ~ \\.html$ { expires 1d; }',
    '/index.php',
    { status: 404 },
  ],
  [
    'location = /about.html { expires 1d; add_header X-Mine "a b; c" always; }',
    '/about.html',
    { status: 200, body: 'about.html' },
  ],
  [
    'location ~ .*\\.(txt|jpg)$ { valid_referers none blocked server_names *.example.com ~\\.friend\\.; if ($invalid_referer) { return 403; } expires 30d; }',
    '/x.txt',
    { status: 200, body: 'x.txt' },
  ],
  ['if ($http_user_agent ~* "(bot|spider)") { return 403; }', '/x.txt', { status: 200, body: 'x.txt' }],
  ['if ($request_method !~ ^(GET|HEAD|POST)$) { return 405; }', '/x.txt', { status: 200, body: 'x.txt' }],
  [
    'set $a b;\nif ($args ~ "^q=(.+)$") { set $a $1; }\nreturn 200 "<$a>";',
    '/?q=hey',
    { status: 200, body: '<hey>' },
  ],
  ['return 200 "$remote_addr$cookie_a";', '/', { status: 200, body: 'unix:' }],
  ['error_page 404 =200 /about.html;', '/none', { status: 200, body: 'about.html' }],
  ['error_page 404 /index.php?e=$status;', '/none', { status: 404, script: '/index.php?e=404' }],
  ['location /dir/ { index other.html; }', '/dir/', { status: 200, body: 'dir/other.html' }],
  ['location /dir/ { autoindex on; charset utf-8; }', '/dir/', { status: 200 }],
  ['deny all;', '/x.txt', { status: 403 }],
  ['allow all;\ndeny 10.0.0.0/8;\ndeny 2001:db8::/32;', '/x.txt', { status: 200, body: 'x.txt' }],
  ['expires -1;\nadd_header Cache-Control "no-cache" always;', '/x.txt', { status: 200, body: 'x.txt' }],
  ['expires modified +1d;', '/x.txt', { status: 200, body: 'x.txt' }],
  ["return 200 'it\\'s \"fine\" \\\\ here';", '/', { status: 200, body: 'it\'s "fine" \\ here' }],
  [
    'rewrite "^/[[:digit:]]+(?:-(?!x)\\w+)?$" /about.html last;',
    '/12-ab',
    { status: 200, body: 'about.html' },
  ],
  [
    '\uFEFF# 说明\r\nlocation / {\r\n  try_files $uri /index.php; # 注释 ; }\r\n}\r\n',
    '/none',
    { status: 200, script: '/index.php' },
  ],
  [
    'location / { try_files $uri =404; }\nlocation /a { return 200 prefix; }\nlocation =/a{return 200 exact;}',
    '/a',
    { status: 200, body: 'exact' },
  ],
  ['location ~*\\.TXT$ { return 200 caseless; }', '/x.txt', { status: 200, body: 'caseless' }],
  [
    'set $t "";\nif ($uri) { set $t "${t}A"; }\nif ($host) { set $t "${t}B"; }\nif ($t = AB) { return 200 both; }',
    '/',
    { status: 200, body: 'both' },
  ],
  [
    'rewrite "^/(\\w)(\\w+)$" /index.php?a=$1/$1$2&b=$args last;',
    '/xyz',
    { status: 200, script: '/index.php?a=x/xyz&b=' },
  ],
  [
    'if (!-e $request_filename) {\n rewrite /wp-admin$ $scheme://$host$request_uri/ permanent;\n rewrite ^(/[^/]+)?(/wp-.*) $2 last;\n rewrite ^(/[^/]+)?(/.*\\.php) $2 last;\n}\nlocation / { try_files $uri $uri/ /index.php?$args; }',
    '/blog/wp-config.php?a=b',
    { status: 200, script: '/wp-config.php?a=b' },
  ],
  [
    'set $rule 0;\nif (!-d $request_filename) { set $rule 1$rule; }\nif (!-f $request_filename) { set $rule 2$rule; }\nif ($rule = "210") { rewrite ^/(.*)$ /index.php?$1 last; }',
    '/a/b',
    { status: 200, script: '/index.php?a/b' },
  ],
  [
    'location ~ /\\.ht { deny all; }\nlocation / { try_files $uri $uri/ /index.php$is_args$args; }',
    '/x?y=1',
    { status: 200, script: '/index.php?y=1' },
  ],
  [
    'if ($query_string ~* "union.*select|base64_(en|de)code") { return 403; }',
    '/?q=UNION%20ALL%20SELECT',
    { status: 403 },
  ],
  ['rewrite ^/(.*)$ /index.php/$1 last;', '/shop/cart', { status: 200, script: '/index.php' }],
  [
    "add_header 'Access-Control-Allow-Origin' '*';\nlocation / { if ($request_method = 'GET') { return 204; } }",
    '/',
    { status: 204 },
  ],
  // Allowed, but without effect: the path that such a rule makes is checked like any other.
  ['rewrite ^/blog(.*)$ /$1 last;', '/blog../outside.txt', { status: 404 }],
  ['rewrite ^/blog(.*)$ /$1 last;', '/blog../../two/wwwroot/who.txt', { status: 404 }],
  ['rewrite "^/x(\\.\\.)y/(.*)$" /$1/$2 last;', '/x..y/outside.txt', { status: 404 }],
  ['rewrite ^/x(.*)$ /$1;', '/x../outside.txt', { status: 404 }],
  ['location ~ ^/x(.*)$ { rewrite ^/x(.*)$ /$1; }', '/x../outside.txt', { status: 404 }],
  ['rewrite ^/x(.*)$ /dir/$1 last;\nlocation /dir/ { autoindex on; }', '/x../', { status: 404 }],
  ['rewrite ^/show/(.*)$ /$1 last;', '/show/.env', { status: 404 }],
  ['rewrite ^/show-(.*)$ /$1 last;', '/show-.env', { status: 404 }],
  ['rewrite ^/show-(.*)$ /$1 last;', '/show-wp-config.php', { status: 200, script: '/wp-config.php' }],
  ['rewrite ^/show-(.*)$ /$1 last;', '/show-web.config', { status: 404 }],
  ['location / { try_files $uri $uri/ /$host$uri; }', '/.env', { status: 404 }],
  ['location ~ ^/(.*)$ { try_files $uri /$1.php; }', '/wp-config', { status: 200, script: '/wp-config.php' }],
  ['error_page 403 404 /index.html;\ndeny all;', '/wp-config.php', { status: 403 }],
  [
    'location / { try_files $uri @self; }\nlocation @self { expires 1d; }\nerror_page 404 /x;',
    '/.git/config',
    { status: 404 },
  ],
  ['location ~ . { expires 1d; }', '/.env', { status: 404 }],
  ['location ~ . { expires 1d; }', '/wp-config.php', { status: 200, script: '/wp-config.php' }],
  ['add_header X-Path $uri;\nreturn 200 ok;', '/a%0d%0aSet-Cookie:%20b', { status: 400 }],
  ['rewrite ^/(.*)$ https://a.example/$1 permanent;', '/a%0aX-B:%20c', { status: 400 }],
];

const CANARY = 'CANARY';
const FILES = {
  'one/wwwroot/index.php': CANARY,
  'one/wwwroot/wp-config.php': CANARY,
  'one/wwwroot/uploads/a.php': CANARY,
  'one/wwwroot/.env': CANARY,
  'one/wwwroot/.git/config': CANARY,
  'one/wwwroot/web.config': CANARY,
  'one/wwwroot/settings.inc': CANARY,
  'one/wwwroot/index.html': 'index.html',
  'one/wwwroot/about.html': 'about.html',
  'one/wwwroot/cache/page.html': 'cache/page.html',
  'one/wwwroot/x.txt': 'x.txt',
  'one/wwwroot/dir/index.html': 'dir/index.html',
  'one/wwwroot/dir/other.html': 'dir/other.html',
  'one/data/private.txt': CANARY,
  'one/outside.txt': CANARY,
  'two/wwwroot/who.txt': CANARY,
};

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly location: string | undefined;
}

/** Many servers in one engine, each with its own rules, requested by name over a socket. */
class RuledSites {
  private requestedScript: RequestedScript | undefined;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private closeRecorder: () => Promise<void> = () => Promise.resolve();
  private stop: () => Promise<void> = () => Promise.resolve();

  private constructor(
    readonly folder: string,
    private readonly engine: NginxEngine,
  ) {}

  static async make(): Promise<RuledSites> {
    const engine = await findNginx();
    if (!engine) throw new Error('nginx is not installed');
    const folder = await mkdtemp(join(tmpdir(), 'sitedeck-attacks-'));
    await chmod(folder, 0o755);
    for (const [name, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(folder, 'hosts', name)), { recursive: true });
      await writeFile(join(folder, 'hosts', name), text);
    }
    const sites = new RuledSites(folder, engine);
    const recorder = await recordScripts(
      join(folder, 'php.sock'),
      (script) => (sites.requestedScript = script),
    );
    await chmod(join(folder, 'php.sock'), 0o666);
    sites.closeRecorder = () => recorder.close();
    return sites;
  }

  server(text: string, name: string): string {
    const places = {
      listen: `unix:${join(this.folder, 'in.sock')}`,
      phpSocket: join(this.folder, 'php.sock'),
    };
    const root = join(this.folder, 'hosts/one/wwwroot');
    return ruledSite({ text, mode: 'serve', name, root, ...places }).text;
  }

  private async write(servers: readonly string[]): Promise<string[]> {
    const temp = (name: string) => `"${join(this.folder, name)}"`;
    const user = isolationHere().is === 'separate' ? 'user www-data;' : '';
    const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const http = [
      ...temps.map((name) => `${name}_temp_path ${temp(name)};`),
      'access_log off; variables_hash_max_size 4096; server_names_hash_max_size 8192;',
      `include ${this.engine.mimeTypes};`,
      TEST_MAPS.text,
      ...servers,
    ];
    const text = `${user} worker_processes 1; error_log ${temp('error.log')}; events { worker_connections 128; } http {\n${http.join('\n')}\n}`;
    await writeFile(join(this.folder, 'nginx.conf'), text);
    const globals = `pid ${temp('pid')};`;
    return [
      '-e',
      join(this.folder, 'error.log'),
      '-p',
      this.folder,
      '-c',
      join(this.folder, 'nginx.conf'),
      '-g',
      globals,
    ];
  }

  /** The engine's errors about these servers, and the server at fault; empty if it accepts them. */
  async check(
    servers: readonly string[],
  ): Promise<{ stderr: string; server: string | undefined } | undefined> {
    const args = await this.write(servers);
    const { code, stderr } = await run({ file: this.engine.file, args: ['-q', '-t', ...args] });
    if (code === 0) return undefined;
    const line = Number(/nginx\.conf:(\d+)/.exec(stderr)?.[1]);
    const before = (await readFile(join(this.folder, 'nginx.conf'), 'utf8')).split('\n').slice(0, line);
    const named = before.findLast((text) => text.includes('server_name '));
    return { stderr, server: /server_name ([^;]+);/.exec(named ?? '')?.[1] };
  }

  async serve(servers: readonly string[]): Promise<void> {
    await this.stop();
    const args = await this.write(servers);
    const globals = `${args.at(-1) ?? ''} daemon off;`;
    const child = start(
      { file: this.engine.file, args: [...args.slice(0, -1), globals] },
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const gone = once(child, 'exit');
    this.stop = async () => {
      killGroup(child.pid, 'SIGKILL');
      await gone;
      await rm(join(this.folder, 'in.sock'), { force: true });
    };
    while (child.exitCode === null && !(await this.request('nobody', '/').catch(() => undefined)))
      await sleep(20);
  }

  request(host: string, path: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const to = { socketPath: join(this.folder, 'in.sock'), path, headers: { host }, agent: this.agent };
      const asking = request(to, (reply) => {
        let body = '';
        reply.setEncoding('utf8').on('data', (part: string) => (body += part));
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, body, location: reply.headers.location }),
        );
        reply.on('error', reject);
      });
      asking.on('error', reject);
      asking.end();
    });
  }

  private takeRequestedScript(): RequestedScript | undefined {
    const { requestedScript } = this;
    this.requestedScript = undefined;
    return requestedScript;
  }

  async requestSeen(host: string, path: string): Promise<ExpectedReply> {
    this.takeRequestedScript();
    const { status, body, location } = await this.request(host, path);
    const script = this.takeRequestedScript();
    return {
      status,
      body,
      ...(script && { script: script.query === '' ? script.path : `${script.path}?${script.query}` }),
      ...(location !== undefined && { location }),
    };
  }

  async close(): Promise<void> {
    this.agent.destroy();
    await this.stop();
    await this.closeRecorder();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Deterministic numbers between 0 and 1 from a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const PIECES = [
  ...[
    '..',
    '/',
    '.',
    '/..',
    '../',
    '.php',
    '.env',
    '/.env',
    '$uri',
    '$1',
    '$2',
    '$args',
    '$arg_f',
    '$host',
    '$f',
  ],
  ...[
    '"',
    "'",
    '\\',
    '{',
    '}',
    ';',
    ' ',
    '\n',
    '(',
    ')',
    '*',
    '+',
    '?',
    '^',
    '|',
    '[',
    ']',
    '#',
    '%2e',
    '~',
    '=',
    '@',
  ],
  ...[
    ' last',
    ' break',
    ' permanent',
    '(.*)',
    '^/x(.*)$',
    ' /$1',
    'wp-config',
    '/wp-config.php',
    '$request_filename',
  ],
  ...[
    'rewrite ',
    'return ',
    'set $f ',
    'try_files ',
    'location ',
    'location = ',
    'location ~ ',
    'deny all;',
    'allow all;',
  ],
  ...[
    'if (-f $request_filename) ',
    'break;',
    'error_page 404 ',
    'index ',
    'expires 1d;',
    'autoindex on;',
    'x.',
    '$document_uri',
  ],
];

/** One to four small changes: a piece inserted, replaced, removed, or copied from another snippet. */
function mutated(random: () => number): string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  let [text] = pick(ALLOWED);
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes--) {
    const at = Math.floor(random() * (text.length + 1));
    const end = at + Math.floor(random() * 8);
    const [other] = pick(ALLOWED);
    const from = Math.floor(random() * other.length);
    const part = random() < 0.2 ? other.slice(from, from + 30) : pick(PIECES);
    const put = random() < 0.25 ? '' : part;
    text = text.slice(0, at) + put + text.slice(random() < 0.5 ? at : end);
  }
  return text;
}

const LONG = process.env.SITEDECK_TEST_LONG !== undefined;
const ROUNDS = LONG ? 30_000 : 3000;
const SERVED = LONG ? 600 : 120;
/** The long run uses a new seed each time, and prints it. */
const SEED = LONG ? Date.now() : 0x51de;

/** Mutants that the reader accepts, each once. */
function survivors(seed: number): string[] {
  const [random, found] = [seeded(seed), new Set<string>()];
  for (let round = 0; round < ROUNDS; round++) {
    const text = mutated(random);
    if (readSnippet(text).is === 'read') found.add(text);
  }
  return [...found];
}

/** Paths to files that no visitor may get. */
const GREEDY = [
  ...[
    '/.env',
    '/.git/config',
    '/wp-config.php',
    '/wp-config',
    '/index.php',
    '/web.config',
    '/settings.inc',
    '/uploads/a.php',
  ],
  ...[
    '/x../../outside.txt',
    '/x../outside.txt',
    '/blog../../two/wwwroot/who.txt',
    '/x..y/outside.txt',
    '/x.env',
    '/show-.env',
  ],
  ...[
    '/?f=../outside.txt',
    '/none?f=/wp-config.php',
    '/f?f=wp-config.php',
    '/news/wp-config.php',
    '/x/.env',
    '/xwp-config.php',
  ],
  ...[
    '/%2e%2e/outside.txt',
    '/wp-config.php%20',
    '/wp-config.php/',
    '/WP-CONFIG.PHP',
    '/dir/',
    '/news/../.env',
    '/wp-config.p',
  ],
];

describe('hostile rules', () => {
  const cases = Object.entries(HOSTILE).flatMap(([reason, texts]) =>
    texts.map((text) => [reason, text] as const),
  );

  it('covers more than a hundred attacks', () => {
    expect(cases.length).toBeGreaterThan(150);
  });

  it.each(cases)('refuses as %s: %s', (reason, text) => {
    const reading = readSnippet(text);
    expect(reading.is === 'refused' ? reading.faults.map((fault) => fault.reason) : 'read').toContain(reason);
  });
});

describe('rules on a real engine', () => {
  let sites: RuledSites;
  const nameOf = (index: number) => `h${index}.example`;

  beforeAll(async () => {
    sites = await RuledSites.make();
    await sites.serve(ALLOWED.map(([text], index) => sites.server(text, nameOf(index))));
  });
  afterAll(() => sites.close());

  const rows = ALLOWED.map(([text, url, expected], index) => ({ text, url, expected, index }));
  it.each(rows)('answers $url as $text says', async ({ url, expected, index }) => {
    const seen = await sites.requestSeen(nameOf(index), url);
    const located = expected.location && { location: expected.location.replace('HOST', nameOf(index)) };
    expect(seen).toMatchObject({ ...expected, ...located });
    expect(seen.body).not.toContain(CANARY);
  });

  it(`reveal no protected file for any rules that the judge accepts (seed ${SEED})`, async () => {
    const texts = survivors(SEED);
    expect(texts.length).toBeGreaterThan(ROUNDS / 50);
    let servers = texts.map((text, index) => ({ conf: sites.server(text, nameOf(index)), text, index }));
    for (let refusal = await sites.check(servers.map(({ conf }) => conf)); refusal;) {
      // Only regular expressions may be left for the engine to refuse.
      expect(refusal.stderr).toMatch(/pcre2?_compile\(\) failed/);
      const { server } = refusal;
      servers = servers.filter(({ index }) => nameOf(index) !== server);
      refusal = await sites.check(servers.map(({ conf }) => conf));
    }
    expect(servers.length).toBeGreaterThan(texts.length * 0.95);
    const served = servers.slice(0, SERVED);
    await sites.serve(served.map(({ conf }) => conf));
    for (const { text, index } of served)
      for (const path of GREEDY) {
        const { body } = await sites.request(nameOf(index), path);
        expect({ text, path, given: body.includes(CANARY) }).toEqual({ text, path, given: false });
      }
  }, 600_000);
});
