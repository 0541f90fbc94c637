import { readSnippet } from '#system/nginx/snippet/read';
import { objectionTo } from '#sites/config/settings/rewrite';
import { convertHtaccess } from './convert';

const convert = (text: string) => convertHtaccess(text, objectionTo);
const reasonsOf = (text: string) => convert(text).notConverted.map(({ reason }) => reason['en-US']);

const NEVER_IN_NGINX = [
  'RewriteRule ^(.*)$ /../../etc/passwd [L]',
  'RewriteRule ^(.*)$ ${map:$1} [L]',
  'RewriteRule ^a$ /b; include /etc/passwd; [L]',
  'RewriteRule ^(.*)$ %{HTTP_COOKIE} [L]',
  'RewriteRule ^(.*)$ /%{QUERY_STRING} [L]',
  'RewriteCond %{QUERY_STRING} f=(.*)\nRewriteRule ^ /%1 [L]',
  'RewriteRule ^(.*)$ http://127.0.0.1:9000/$1 [P]',
  'RewriteRule ^x$ /y [N]',
  'RewriteRule ^x(( /y [L]',
  'RewriteRule ^x[ /y [L]',
  'RewriteRule ^x\\',
  'RewriteRule',
  'RewriteRule ^a$ $$$ [L]',
  'RewriteRule ^a$ /.git/config [L]',
  'RewriteRule ^a$ / [R=999]',
  'RewriteMap m prg:/bin/sh',
  'RewriteCond %{LA-U:REMOTE_USER} x\nRewriteRule ^ - [F]',
  'RewriteCond expr "%{TIME} > 5"\nRewriteRule ^ - [F]',
  'RewriteCond %{REQUEST_FILENAME} -x\nRewriteRule ^ - [F]',
  'RewriteCond /etc/passwd -f\nRewriteRule ^ /a [L]',
  'RewriteCond %{HTTP_HOST} a',
  'Redirect 301 /a javascript:alert(1)',
  'Redirect 301 relative /b',
  'Redirect 301',
  'RedirectMatch 301 ^/(.*)$ $2',
  'Header set X-Accel-Redirect /etc/passwd',
  'Header set X "$request_filename"',
  'Header set X\u0001Y z',
  'Header edit Location a b',
  'ErrorDocument 404 "not found"',
  'ErrorDocument 404 /../x',
  'DirectoryIndex ../../etc/passwd',
  'AddDefaultCharset "utf-8; root /;"',
  'AddType application/x-httpd-php .jpg',
  'AddHandler cgi-script .cgi',
  'SetHandler application/x-httpd-php',
  'php_value auto_prepend_file /etc/passwd',
  'php_flag display_errors on',
  'Options +ExecCGI',
  'AuthType Basic',
  'Require valid-user',
  'Deny from evil.example',
  'Allow from env=unknown',
  '<Directory /etc>\nAllow from all\n</Directory>',
  '<If "true">\nRedirect 301 /a /b\n</If>',
  '<FilesMatch "(">\nDeny from all\n</FilesMatch>',
  '<FilesMatch "\\.php$">\nHeader set X y\n</FilesMatch>',
  '<Files',
  '</Files>',
  '<Files a>\nDeny from all',
  'RewriteEngine Off\nRewriteRule ^a$ /b [L]',
  'SecRuleEngine Off',
  'Nonsense here',
  'ExpiresByType text/css "for ever"',
  'ExpiresByType font/unheard-of A1',
  'SSLOptions +StdEnvVars',
  'RewriteRule ^/a$ /b [L]\nRewriteRule ^c$ /d [L]',
  'RewriteRule ^a$ /b\u0000c [L]',
];

describe('a hostile or unusual .htaccess', () => {
  it.each(NEVER_IN_NGINX)('reports %j as not converted, and keeps the rules acceptable', (text) => {
    const { content, notConverted } = convert(text);
    expect(notConverted.length).toBeGreaterThan(0);
    for (const { line, reason } of notConverted) {
      expect(line).toBeGreaterThan(0);
      expect(reason['zh-CN']).toMatch(/\p{Script=Han}/u);
      expect(reason['en-US']).not.toMatch(/\{name\}|\p{Script=Han}/u);
    }
    expect(readSnippet(content)).toMatchObject({ is: 'read' });
  });

  const rule = (at: number) =>
    `RewriteCond %{HTTP_HOST} ^(www\\.)?s${at}\\.example$ [NC]\nRewriteRule ^p${at}/(.*)$ /index.php?a=$1 [L,QSA]\n`;
  const LARGE: readonly (readonly [string, string, string])[] = [
    ['10,000 rules', Array.from({ length: 10_000 }, (_, at) => rule(at)).join(''), 'Too long'],
    ['a line of a megabyte', `RewriteRule ^${'a'.repeat(1_000_000)} /b [L]`, 'too long'],
    ['a million quotes', `Header set X ${'"'.repeat(8000)}\n`.repeat(100), ''],
    ['NULs', `${'\u0000'.repeat(1000)}\nRewriteRule ^a$ /b`, 'control character'],
    [
      'sections a thousand deep',
      `${'<IfModule a>\n'.repeat(1000)}Deny from all\n${'</IfModule>\n'.repeat(1000)}`,
      'deeply',
    ],
    ['sections that never end', '<IfModule a>\n'.repeat(5000), 'deeply'],
    ['backslashes', `RewriteRule ${'\\\\'.repeat(4000)}( /b\n`, 'complete'],
    ['lines that go on', 'RewriteRule \\\n'.repeat(20_000), 'too long'],
    ['brackets', `RewriteRule ^${'('.repeat(3000)}a${')'.repeat(3000)}$ /b [L]\n`.repeat(20), 'safety'],
    [
      'conditions without end',
      `${'RewriteCond %{HTTP_HOST} a [OR]\n'.repeat(4000)}RewriteRule ^ - [F]\n`,
      '',
    ],
    ['braces', `RewriteRule ^a$ ${'${'.repeat(4000)} [L]\n`.repeat(50), 'RewriteMap'],
    ['names', `RewriteRule ^a$ ${'%{'.repeat(4000)} [L]\n`.repeat(50), ''],
    ['blanks', `Options ${' '.repeat(8000)}x\n`.repeat(50), 'Options x'],
    ['flags', `RewriteRule ^a$ /b [${'L,'.repeat(3000)}Q]\n`.repeat(50), 'Flag'],
    [
      'extensions',
      `<FilesMatch "\\.(${Array.from({ length: 1500 }, (_, at) => `e${at}`).join('|')})$">\nHeader set X y\n</FilesMatch>\n`,
      '',
    ],
  ];

  it.each(LARGE)('converts %s in bounded time', (_name, text, word) => {
    const before = process.cpuUsage().user;
    const { content, notConverted } = convert(text);
    // Processor time, not the clock: other work on the machine does not count.
    expect((process.cpuUsage().user - before) / 1000).toBeLessThan(3000);
    expect(notConverted.length).toBeLessThanOrEqual(400);
    if (word !== '') expect(notConverted.map(({ reason }) => reason['en-US']).join('\n')).toContain(word);
    expect(readSnippet(content)).toMatchObject({ is: 'read' });
  });

  it('says on which page PHP, media types and others are set instead', () => {
    expect(reasonsOf('AddType a/b .c\nphp_value a b\nphp_flag c on')).toEqual([
      'MIME types are set on the "MIME mapping" page',
      'PHP is set on the "PHP management" page',
      'PHP is set on the "PHP management" page',
    ]);
  });

  it('names the source line of every rule it writes', () => {
    const { content } = convert(
      '# comment\n\nRewriteEngine On\nRewriteRule ^a$ \\\n  /b [L]\nRedirect 301 /x /y\n',
    );
    expect(content).toBe(`# 6: Redirect 301 /x /y
rewrite "^/x(/.*)?$" /y$1 permanent;
# 4: RewriteRule ^a$   /b [L]
rewrite "^/a$" /b last;
# 3: 无需设置 / nothing to set here
`);
  });
});
