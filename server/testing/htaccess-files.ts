/** .htaccess files as apps and owners write them, and the results for given addresses. */
export interface HtaccessCase {
  readonly name: string;
  readonly text: string;
  /** Files of the site, besides those that every test site has. */
  readonly files?: readonly string[];
  /** `path` or `host path` with headers, and the expected result in the form of `summaryOf`. */
  readonly asks: readonly (readonly [string, string, Readonly<Record<string, string>>?])[];
}

export const HTACCESS_CASES: readonly HtaccessCase[] = [
  {
    name: 'wordpress',
    text: `# BEGIN WordPress
<IfModule mod_rewrite.c>
RewriteEngine On
RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]
RewriteBase /
RewriteRule ^index\\.php$ - [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule . /index.php [L]
</IfModule>
# END WordPress
`,
    asks: [
      ['/2024/05/hello/?a=1', '/index.php ?a=1'],
      ['/', '/index.php'],
      ['/there.html', 'file /there.html'],
      ['/folder/', 'file /folder/index.html'],
      ['/index.php?p=1', '/index.php ?p=1'],
      ['/index.php/2024/hello', '/index.php [/2024/hello]'],
      ['/gone.php', '/index.php'],
    ],
  },
  {
    name: 'wordpress-folder',
    text: `RewriteEngine On
RewriteBase /blog/
RewriteRule ^index\\.php$ - [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule . index.php [L]
`,
    files: ['/blog/index.php', '/blog/a.css'],
    asks: [
      ['/blog/2024/hello', '/blog/index.php'],
      ['/blog/a.css', 'file /blog/a.css'],
      ['/elsewhere', '404'],
    ],
  },
  {
    name: 'laravel',
    text: `<IfModule mod_rewrite.c>
    <IfModule mod_negotiation.c>
        Options -MultiViews -Indexes
    </IfModule>
    RewriteEngine On
    RewriteCond %{HTTP:Authorization} .
    RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]
    RewriteCond %{HTTP:x-xsrf-token} .
    RewriteRule .* - [E=HTTP_X_XSRF_TOKEN:%{HTTP:X-XSRF-Token}]
    RewriteCond %{REQUEST_FILENAME} !-d
    RewriteCond %{REQUEST_URI} (.+)/$
    RewriteRule ^ %1 [L,R=301]
    RewriteCond %{REQUEST_FILENAME} !-d
    RewriteCond %{REQUEST_FILENAME} !-f
    RewriteRule ^ index.php [L]
</IfModule>
`,
    asks: [
      ['/users/12?x=1', '/index.php ?x=1'],
      ['/users/12/?x=1', '301 /users/12?x=1'],
      ['/folder/', 'file /folder/index.html'],
      ['/there.html', 'file /there.html'],
      ['/', '/index.php'],
    ],
  },
  {
    name: 'laravel-root',
    text: `RewriteEngine on
RewriteRule ^(.*)$ public/$1 [L]
`,
    files: ['/public/index.php', '/public/app.css'],
    asks: [
      ['/app.css', 'file /public/app.css'],
      ['/', '/public/index.php'],
    ],
  },
  {
    name: 'thinkphp',
    text: `<IfModule mod_rewrite.c>
  Options +FollowSymlinks -Multiviews
  RewriteEngine On
  RewriteCond %{REQUEST_FILENAME} !-d
  RewriteCond %{REQUEST_FILENAME} !-f
  RewriteRule ^(.*)$ index.php?s=/$1 [QSA,PT,L]
</IfModule>
`,
    asks: [
      ['/blog/12.html?a=1', '/index.php ?s=/blog/12.html&a=1'],
      ['/index.php/blog/12', '/index.php [/blog/12]'],
      ['/there.html', 'file /there.html'],
    ],
  },
  {
    name: 'thinkphp-path',
    text: `RewriteEngine On
RewriteCond %{REQUEST_FILENAME} !-d
RewriteCond %{REQUEST_FILENAME} !-f
RewriteRule ^(.*)$ index.php/$1 [QSA,PT,L]
`,
    asks: [
      ['/blog/12?a=1', '/index.php [/blog/12] ?a=1'],
      ['/index.php/blog', '/index.php [/blog]'],
    ],
  },
  {
    name: 'codeigniter',
    text: `RewriteEngine on
RewriteCond $1 !^(index\\.php|images|robots\\.txt)
RewriteRule ^(.*)$ /index.php/$1 [L]
`,
    files: ['/images/a.png'],
    asks: [
      ['/welcome/hello', '/index.php [/welcome/hello]'],
      ['/images/a.png', 'file /images/a.png'],
      ['/index.php/welcome', '/index.php [/welcome]'],
    ],
  },
  {
    name: 'codeigniter4',
    text: `Options -Indexes
<IfModule mod_rewrite.c>
	Options +FollowSymlinks
	RewriteEngine On
	RewriteCond %{REQUEST_FILENAME} !-d
	RewriteCond %{REQUEST_URI} (.+)/$
	RewriteRule ^ %1 [L,R=301]
	RewriteCond %{HTTPS} !=on
	RewriteCond %{HTTP_HOST} ^www\\.(.+)$ [NC]
	RewriteRule ^ http://%1%{REQUEST_URI} [R=301,L]
	RewriteCond %{REQUEST_FILENAME} !-f
	RewriteCond %{REQUEST_FILENAME} !-d
	RewriteRule ^([\\s\\S]*)$ index.php/$1 [L,NC,QSA]
	RewriteCond %{HTTP:Authorization} .
	RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]
</IfModule>
<IfModule !mod_rewrite.c>
    ErrorDocument 404 index.php
</IfModule>
ServerSignature Off
`,
    asks: [
      ['/blog/12?a=1', '/index.php [/blog/12] ?a=1'],
      ['www.SITE/blog/12?a=1', '301 http://SITE/blog/12?a=1'],
      ['/blog/', '301 /blog'],
    ],
  },
  {
    name: 'symfony',
    text: `DirectoryIndex index.php
<IfModule mod_negotiation.c>
    Options -MultiViews
</IfModule>
<IfModule mod_rewrite.c>
    RewriteEngine On
    RewriteCond %{REQUEST_URI}::$0 ^(/.+)/(.*)::\\2$
    RewriteRule .* - [E=BASE:%1]
    RewriteCond %{HTTP:Authorization} .+
    RewriteRule ^ - [E=HTTP_AUTHORIZATION:%0]
    RewriteCond %{ENV:REDIRECT_STATUS} =""
    RewriteRule ^index\\.php(?:/(.*)|$) %{ENV:BASE}/$1 [R=301,L]
    RewriteCond %{REQUEST_FILENAME} !-f
    RewriteRule ^ %{ENV:BASE}/index.php [L]
</IfModule>
<IfModule !mod_rewrite.c>
    <IfModule mod_alias.c>
        RedirectMatch 307 ^/$ /index.php/
    </IfModule>
</IfModule>
`,
    asks: [
      ['/blog/hello?a=1', '/index.php ?a=1'],
      ['/index.php/blog', '301 /blog'],
      ['/', '/index.php'],
      ['/there.html', 'file /there.html'],
    ],
  },
  {
    name: 'drupal',
    text: `<FilesMatch "\\.(engine|inc|install|make|module|profile|po|sh|.*sql|theme|twig|tpl(\\.php)?|xtmpl|yml)(~|\\.sw[op]|\\.bak|\\.orig|\\.save)?$|^(\\.(?!well-known).*|Entries.*|Repository|Root|Tag|Template|composer\\.(json|lock)|web\\.config)$|^#.*#$|\\.php(~|\\.sw[op]|\\.bak|\\.orig|\\.save)$">
  <IfModule mod_authz_core.c>
    Require all denied
  </IfModule>
  <IfModule !mod_authz_core.c>
    Order allow,deny
  </IfModule>
</FilesMatch>
Options -Indexes
DirectoryIndex index.php index.html index.htm
<IfModule mod_expires.c>
  ExpiresActive On
  ExpiresDefault A1209600
</IfModule>
<IfModule mod_headers.c>
  Header always set X-Content-Type-Options nosniff
</IfModule>
<IfModule mod_rewrite.c>
  RewriteEngine on
  RewriteRule "/\\.|^\\.(?!well-known/)" - [F]
  RewriteCond %{REQUEST_FILENAME} !-f
  RewriteCond %{REQUEST_FILENAME} !-d
  RewriteCond %{REQUEST_URI} !=/favicon.ico
  RewriteRule ^ index.php [L]
</IfModule>
`,
    files: ['/core/a.yml', '/composer.json'],
    asks: [
      ['/node/12?page=2', '/index.php ?page=2'],
      ['/core/a.yml', '403'],
      ['/composer.json', '403'],
      ['/.git/config', '403'],
      ['/favicon.ico', '404'],
      ['/there.html', 'file /there.html'],
    ],
  },
  {
    name: 'joomla',
    text: `Options +FollowSymlinks
Options -Indexes
RewriteEngine On
RewriteCond %{QUERY_STRING} base64_encode[^(]*\\([^)]*\\) [OR]
RewriteCond %{QUERY_STRING} (<|%3C)([^s]*s)+cript.*(>|%3E) [NC,OR]
RewriteCond %{QUERY_STRING} GLOBALS(=|\\[|\\%[0-9A-Z]{0,2}) [OR]
RewriteCond %{QUERY_STRING} _REQUEST(=|\\[|\\%[0-9A-Z]{0,2})
RewriteRule .* index.php [F]
RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]
RewriteCond %{REQUEST_URI} ^/api/
RewriteCond %{REQUEST_URI} !^/api/index\\.php
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule .* api/index.php [L]
RewriteCond %{REQUEST_URI} !^/index\\.php
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule .* index.php [L]
`,
    files: ['/api/index.php'],
    asks: [
      ['/blog/12-hello?a=1', '/index.php ?a=1'],
      ['/api/v1/content', '/api/index.php'],
      ['/?q=<script>alert</script>', '403'],
      ['/x?GLOBALS[a]=1', '403'],
    ],
  },
  {
    name: 'dedecms',
    text: `RewriteEngine On
RewriteBase /
RewriteRule ^index\\.html$ index\\.php [L]
RewriteRule ^list-([0-9]+)\\.html$ /plus/list\\.php\\?tid=$1 [L]
RewriteRule ^list-([0-9]+)-([0-9]+)-([0-9]+)\\.html$ /plus/list.php?tid=$1&totalresult=$2&PageNo=$3 [L]
RewriteRule ^view-([0-9]+)-1\\.html$ /plus/view.php?arcID=$1 [L]
RewriteRule ^tags\\.html$ /tags.php
`,
    files: ['/plus/list.php', '/plus/view.php', '/tags.php'],
    asks: [
      ['/index.html', '/index.php'],
      ['/list-3.html', '/plus/list.php ?tid=3'],
      ['/list-3-9-2.html?x=1', '/plus/list.php ?tid=3&totalresult=9&PageNo=2'],
      ['/view-7-1.html', '/plus/view.php ?arcID=7'],
      ['/tags.html', '/tags.php'],
    ],
  },
  {
    name: 'discuz',
    text: `RewriteEngine On
RewriteBase /
RewriteCond %{QUERY_STRING} ^(.*)$
RewriteRule ^forum-(\\w+)-([0-9]+)\\.html$ forum.php?mod=forumdisplay&fid=$1&page=$2&%1
RewriteCond %{QUERY_STRING} ^(.*)$
RewriteRule ^thread-([0-9]+)-([0-9]+)-([0-9]+)\\.html$ forum.php?mod=viewthread&tid=$1&extra=page\\%3D$3&page=$2&%1
`,
    files: ['/forum.php'],
    asks: [
      ['/forum-2-1.html', '/forum.php ?mod=forumdisplay&fid=2&page=1'],
      ['/thread-9-1-2.html?a=b', '/forum.php ?mod=viewthread&tid=9&extra=page%3D2&page=1&a=b'],
    ],
  },
  {
    name: 'apex',
    text: `RewriteEngine On
RewriteCond %{HTTP_HOST} ^www\\.(.+)$ [NC]
RewriteRule ^(.*)$ http://%1/$1 [R=301,L]
`,
    asks: [
      ['www.SITE/a/b?c=1', '301 http://SITE/a/b?c=1'],
      ['/there.html', 'file /there.html'],
    ],
  },
  {
    name: 'panel',
    text: `RewriteEngine on
RewriteCond %{HTTP_HOST} ^panel\\.test$ [OR]
RewriteCond %{HTTP_HOST} ^www\\.panel\\.test$
RewriteRule ^old\\/?(.*)$ "https\\:\\/\\/new\\.example\\/$1" [R=301,L]
`,
    asks: [
      ['/old/a?b=1', '301 https://new.example/a?b=1'],
      ['x.SITE/old/a', '404'],
    ],
  },
  {
    name: 'folder-by-domain',
    text: `RewriteEngine On
RewriteBase /
RewriteCond %{HTTP_HOST} ^(www\\.)?folder-by-domain\\.test$ [NC]
RewriteCond %{REQUEST_URI} !^/sub/
RewriteRule ^(.*)$ sub/$1?in=1 [L,QSA]
`,
    files: ['/sub/index.php', '/sub/a.html'],
    asks: [
      ['/a.html', 'file /sub/a.html'],
      ['/?x=1', '/sub/index.php ?in=1&x=1'],
      ['shop.SITE/there.html', 'file /there.html'],
    ],
  },
  {
    name: 'to-www',
    text: `RewriteEngine On
RewriteCond %{HTTP_HOST} !^www\\. [NC]
RewriteRule ^(.*)$ http://www.%{HTTP_HOST}/$1 [R=301,L]
`,
    asks: [
      ['/a%20b?c=1', '301 http://www.SITE/a%20b?c=1'],
      ['www.SITE/there.html', 'file /there.html'],
    ],
  },
  {
    name: 'https',
    text: `RewriteEngine On
RewriteCond %{HTTPS} off
RewriteRule ^ https://%{HTTP_HOST}%{REQUEST_URI} [L,R=301]
`,
    asks: [['/a?b=1', '301 https://SITE/a?b=1']],
  },
  {
    name: 'https-proxy',
    text: `RewriteEngine On
RewriteCond %{HTTP:X-Forwarded-Proto} !https
RewriteCond %{HTTPS} !=on [NC]
RewriteRule ^(.*)$ https://%{HTTP_HOST}%{REQUEST_URI} [L,R=301]
`,
    asks: [
      ['/a?b=1', '301 https://SITE/a?b=1'],
      ['/there.html', 'file /there.html', { 'x-forwarded-proto': 'https' }],
    ],
  },
  {
    name: 'hotlink',
    text: `RewriteEngine on
RewriteCond %{HTTP_REFERER} !^$
RewriteCond %{HTTP_REFERER} !^https?://(www\\.)?mine\\.example(/|$) [NC]
RewriteRule \\.(jpg|jpeg|png|gif)$ - [NC,F,L]
`,
    files: ['/a.JPG'],
    asks: [
      ['/a.JPG', 'file /a.JPG'],
      ['/a.JPG', 'file /a.JPG', { referer: 'https://www.mine.example/x' }],
      ['/a.JPG', '403', { referer: 'https://thief.example/' }],
      ['/there.html', 'file /there.html', { referer: 'https://thief.example/' }],
    ],
  },
  {
    name: 'bots',
    text: `RewriteEngine On
RewriteCond %{HTTP_USER_AGENT} ^BlackWidow [OR]
RewriteCond %{HTTP_USER_AGENT} ^Bot\\ mailto:craftbot@yahoo\\.com [OR]
RewriteCond %{HTTP_USER_AGENT} EmailSiphon [NC,OR]
RewriteCond %{HTTP_USER_AGENT} ^Zeus
RewriteRule ^.* - [F,L]
SetEnvIfNoCase User-Agent "evilscan" bad_bot
Order Allow,Deny
Allow from all
Deny from env=bad_bot
Deny from 203.0.113.7 198.51.100
`,
    asks: [
      ['/there.html', 'file /there.html', { 'user-agent': 'Mozilla' }],
      ['/there.html', '403', { 'user-agent': 'BlackWidow/1' }],
      ['/there.html', '403', { 'user-agent': 'Bot mailto:craftbot@yahoo.com' }],
      ['/there.html', '403', { 'user-agent': 'x emailsiphon' }],
      ['/there.html', '403', { 'user-agent': 'a EvilScan' }],
    ],
  },
  {
    name: 'closed-files',
    text: `<Files wp-config.php>
order allow,deny
deny from all
</Files>
<FilesMatch "\\.(log|ini|bak)$">
  Require all denied
</FilesMatch>
<Files ~ "^\\.ht">
  Order allow,deny
  Deny from all
</Files>
<Files "xmlrpc.php">
  <RequireAny>
    Require ip 192.0.2.0/24
  </RequireAny>
</Files>
<LimitExcept GET POST>
  deny from all
</LimitExcept>
`,
    files: ['/wp-config.php', '/xmlrpc.php', '/a.log', '/my-wp-config.php'],
    asks: [
      ['/wp-config.php', '403'],
      ['/wp-config.php/x', '403'],
      ['/sub/a.log', '403'],
      ['/a.log', '403'],
      ['/xmlrpc.php', '403'],
      ['/my-wp-config.php', '/my-wp-config.php'],
      ['/there.html', 'file /there.html'],
    ],
  },
  {
    name: 'aliases',
    text: `Redirect 301 /old /new
Redirect /folder-a/ https://other.example/b/
RedirectMatch permanent ^/post/(\\d+)$ /archives/$1
RedirectMatch 301 ^/feed/?$ https://feeds.example/mine?x=1
Redirect gone /removed.html
Redirect 308 /moved https://other.example/m
RedirectPermanent /a.html /b.html
ErrorDocument 404 /missing.html
ErrorDocument 403 default
`,
    files: ['/missing.html'],
    asks: [
      ['/old', '301 /new'],
      ['/old/x?y=1', '301 /new/x?y=1'],
      ['/older', '404'],
      ['/folder-a/c', '302 https://other.example/b/c'],
      ['/post/12?a=1', '301 /archives/12?a=1'],
      ['/feed/?a=1', '301 https://feeds.example/mine?x=1'],
      ['/removed.html', '410'],
      ['/moved/a?b=1', '308 https://other.example/m/a?b=1'],
      ['/a.html', '301 /b.html'],
    ],
  },
  {
    name: 'slashes',
    text: `RewriteEngine On
RewriteCond %{REQUEST_FILENAME} !-f
RewriteRule [^/]$ %{REQUEST_URI}/ [L,R=301]
RewriteCond %{THE_REQUEST} ^[A-Z]{3,9}\\ /(.*)index\\.php\\ HTTP/
RewriteRule ^(.*)index\\.php$ /$1 [R=301,L]
RewriteRule ^shop/([a-z]+)/?$ /index.php?cat=$1 [QSA,L]
`,
    asks: [
      ['/a/b?c=1', '301 /a/b/?c=1'],
      ['/there.html', 'file /there.html'],
      ['/index.php', '301 /'],
      ['/shop/shoes/?p=2', '/index.php ?cat=shoes&p=2'],
    ],
  },
  {
    name: 'without-php',
    text: `RewriteEngine On
RewriteCond %{REQUEST_FILENAME} !-d
RewriteCond %{REQUEST_FILENAME}\\.php -f
RewriteRule ^(.*)$ $1.php [NC,L]
`,
    files: ['/about.php'],
    asks: [
      ['/about?a=1', '/about.php ?a=1'],
      ['/there.html', 'file /there.html'],
      ['/none', '404'],
    ],
  },
  {
    name: 'skip-chain',
    text: `RewriteEngine On
RewriteCond %{REQUEST_FILENAME} -f [OR]
RewriteCond %{REQUEST_FILENAME} -d
RewriteRule ^ - [S=1]
RewriteRule ^s/(.*)$ index.php?skip=$1 [L]
RewriteRule ^c/ - [C]
RewriteRule ^c/(.+)$ index.php?chain=$1 [L]
RewriteRule ^q/(\\d+)$ index.php?id=$1&%{QUERY_STRING} [L,QSD]
RewriteRule !^(there|folder|index|s/|gone) - [G]
`,
    files: ['/s/here.html'],
    asks: [
      ['/s/x', '/index.php ?skip=x'],
      ['/s/here.html', 'file /s/here.html'],
      ['/c/y', '/index.php ?chain=y'],
      ['/q/5?a=1', '/index.php ?id=5&a=1'],
      ['/else', '410'],
    ],
  },
  {
    name: 'sending',
    text: `AddDefaultCharset UTF-8
Header set X-Frame-Options "SAMEORIGIN"
<IfModule mod_expires.c>
ExpiresActive On
ExpiresByType text/css "access plus 1 year"
ExpiresByType image/png A3600
</IfModule>
<FilesMatch "\\.(css|js)$">
  Header set Cache-Control "public, immutable"
</FilesMatch>
<IfModule mod_deflate.c>
AddOutputFilterByType DEFLATE text/html text/css
</IfModule>
DirectoryIndex start.html index.php
`,
    files: ['/start.html', '/a.css', '/a.png'],
    asks: [
      ['/', 'file /start.html'],
      ['/a.css', 'file /a.css'],
    ],
  },
];
