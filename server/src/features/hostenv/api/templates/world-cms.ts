import { FRONT_CONTROLLER, frontControllerUrls } from './front-controller';
import {
  sameInBothLanguages,
  isRefusedUrl,
  becomesRedirect,
  becomesFile,
  becomesScript,
  inBothLanguages,
  type RewriteTemplate,
} from './template';

const drupal: RewriteTemplate = {
  id: 'drupal',
  name: sameInBothLanguages('Drupal 8 – 11'),
  note: inBothLanguages(
    'web 文件夹的内容放在网站根目录；源文件不可访问',
    'Put the contents of the web folder in the site root; source files are not accessible',
  ),
  content: `location ~* \\.(?:engine|install|make|module|profile|po|sh|sql|theme|twig|yml)$ {
    return 404;
}
${FRONT_CONTROLLER}`,
  urls: [
    ...frontControllerUrls('/node/12', '/admin/content', '/sites/default/files/styles/large/a.jpg'),
    becomesScript('/update.php/selection', '/update.php', { pathInfo: '/selection' }),
    becomesFile('/core/misc/a.js'),
    isRefusedUrl('/core/core.services.yml'),
    isRefusedUrl('/modules/a/a.module'),
  ],
  madeBy: inBothLanguages('Drupal 的简洁网址（默认启用）', 'Drupal clean URLs, on by default'),
  words: ['drupal'],
};

const joomla: RewriteTemplate = {
  id: 'joomla',
  name: sameInBothLanguages('Joomla'),
  note: inBothLanguages('含 /api 接口', 'Includes the API under /api'),
  content: `location /api/ {
    try_files $uri $uri/ /api/index.php?$args;
}
${FRONT_CONTROLLER}`,
  urls: [
    ...frontControllerUrls('/about-us', '/blog/12-hello.html', '/component/users/login'),
    becomesScript('/api/v1/content?x=1', '/api/index.php', { query: 'x=1' }),
    becomesScript('/administrator/', '/administrator/index.php'),
    becomesScript('/administrator/index.php?option=com_x', '/administrator/index.php', {
      query: 'option=com_x',
    }),
  ],
  madeBy: inBothLanguages(
    'Joomla「全局配置 → 站点」启用 URL 重写',
    'Joomla: Global configuration → Site, URL rewriting',
  ),
  words: ['joomla'],
};

const nextcloud: RewriteTemplate = {
  id: 'nextcloud',
  name: sameInBothLanguages('Nextcloud'),
  note: inBothLanguages(
    '网页、WebDAV 和接口可用，数据文件夹不可访问；/.well-known 由控制台使用，客户端请直接填写 /remote.php/dav',
    'Pages, WebDAV and APIs work; the data folder is not accessible. /.well-known is reserved for the console, so enter /remote.php/dav in clients',
  ),
  content: `location ~ ^/(?:build|tests|config|lib|3rdparty|templates|data)(?:/|$) {
    return 404;
}
location ~ ^/(?:autotest|occ|issue|indie|db_|console) {
    return 404;
}
rewrite ^/remote/(.*)$ /remote.php/$1 permanent;
location / {
    try_files $uri $uri/ /index.php$uri?$args;
}
`,
  urls: [
    becomesScript('/', '/index.php'),
    becomesScript('/index.php/apps/files/?dir=/', '/index.php', { pathInfo: '/apps/files/', query: 'dir=/' }),
    becomesScript('/apps/files/?dir=/', '/index.php', { pathInfo: '/apps/files/', query: 'dir=/' }),
    becomesScript('/s/AbCdEf', '/index.php', { pathInfo: '/s/AbCdEf' }),
    becomesScript('/remote.php/dav/files/anna/', '/remote.php', { pathInfo: '/dav/files/anna/' }),
    becomesScript('/ocs/v2.php/cloud/user?format=json', '/ocs/v2.php', {
      pathInfo: '/cloud/user',
      query: 'format=json',
    }),
    becomesRedirect('/remote/webdav', '/remote.php/webdav'),
    becomesFile('/core/css/server.css'),
    becomesFile('/robots.txt'),
    isRefusedUrl('/data/nextcloud.log'),
    isRefusedUrl('/config/config.sample'),
    isRefusedUrl('/occ'),
  ],
  madeBy: inBothLanguages('Nextcloud 的网页、客户端和分享链接', 'Nextcloud pages, clients and shares'),
  words: ['nextcloud', 'owncloud'],
};

const mediawiki: RewriteTemplate = {
  id: 'mediawiki',
  name: sameInBothLanguages('MediaWiki'),
  note: inBothLanguages(
    "需在 LocalSettings.php 中设置 $wgArticlePath = '/wiki/$1'。安装程序需要 assert，安装前请在「PHP 管理」的禁用函数中移除",
    "Set $wgArticlePath = '/wiki/$1' in LocalSettings.php. The installer calls assert: remove it from the disabled functions on the PHP management page first",
  ),
  content: `location /wiki/ {
    rewrite ^/wiki/(.*)$ /index.php?title=$1 last;
}
location ~ ^/(?:cache|includes|maintenance|languages|serialized|tests)/ {
    return 404;
}
`,
  urls: [
    becomesScript('/', '/index.php'),
    becomesScript('/wiki/Main_Page', '/index.php', { query: 'title=Main_Page' }),
    becomesScript('/wiki/C%2B%2B?action=edit', '/index.php', { query: 'title=C%2B%2B&action=edit' }),
    becomesScript('/load.php?modules=x', '/load.php', { query: 'modules=x' }),
    becomesFile('/robots.txt'),
    isRefusedUrl('/cache/a.txt'),
    isRefusedUrl('/no/such/page'),
  ],
  madeBy: inBothLanguages('短网址设置', 'MediaWiki short URLs'),
  words: ['mediawiki', 'wiki'],
};

export const worldCmsTemplates = [drupal, joomla, nextcloud, mediawiki];
