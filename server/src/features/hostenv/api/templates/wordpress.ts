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

const PERMALINKS = inBothLanguages('WordPress 后台「设置 → 固定链接」', 'WordPress: Settings → Permalinks');

const wordpress: RewriteTemplate = {
  id: 'wordpress',
  name: sameInBothLanguages('WordPress'),
  note: inBothLanguages('安装在网站根目录', 'Installed in the site root'),
  content: FRONT_CONTROLLER,
  urls: [
    ...frontControllerUrls(
      '/2024/05/hello-world/',
      '/category/news/page/2/',
      '/wp-json/wp/v2/posts',
      '/feed/',
    ),
    becomesScript('/wp-login.php?action=logout', '/wp-login.php', { query: 'action=logout' }),
    becomesScript('/wp-admin/', '/wp-admin/index.php'),
    becomesFile('/wp-content/uploads/a.jpg'),
  ],
  madeBy: PERMALINKS,
  words: ['wordpress', 'woocommerce', 'wp'],
};

const inFolder: RewriteTemplate = {
  id: 'wordpress-folder',
  name: inBothLanguages('WordPress（子目录）', 'WordPress in a folder'),
  note: inBothLanguages(
    '安装在 /blog；其他目录名请替换两处 blog',
    'Installed in /blog; for another folder, replace both occurrences',
  ),
  content: `location /blog/ {
    try_files $uri $uri/ /blog/index.php?$args;
}
`,
  urls: [
    becomesScript('/blog/', '/blog/index.php'),
    becomesScript('/blog/2024/05/hello/', '/blog/index.php'),
    becomesScript('/blog/?s=word', '/blog/index.php', { query: 's=word' }),
    becomesScript('/blog/wp-json/wp/v2/posts?page=2', '/blog/index.php', { query: 'page=2' }),
    becomesFile('/blog/wp-content/a.css'),
    becomesFile('/robots.txt'),
    isRefusedUrl('/no/such/page'),
  ],
  madeBy: PERMALINKS,
  words: ['wordpress folder', 'wordpress subfolder', 'wordpress 子目录', 'wordpress 二级目录'],
};

const multisite: RewriteTemplate = {
  id: 'wordpress-multisite',
  name: inBothLanguages('WordPress 多站点（子目录）', 'WordPress multisite with folders'),
  note: inBothLanguages(
    '适用于子目录方式的站点网络；子域名方式请用普通的 WordPress 模板',
    'For networks with subdirectories; for subdomains, use the plain WordPress template',
  ),
  content: `if (!-e $request_filename) {
    rewrite ^(.*/wp-admin)$ $1/ permanent;
    rewrite ^/[^/]+/(wp-(?:admin|content|includes)/.*)$ /$1 last;
    rewrite ^/[^/]+/([^/]+\\.php)$ /$1 last;
}
location / {
    try_files $uri $uri/ /index.php?$args;
}
`,
  urls: [
    ...frontControllerUrls('/shop/2024/hello/', '/shop/'),
    becomesScript('/shop/wp-login.php?a=1', '/wp-login.php', { query: 'a=1' }),
    becomesScript('/shop/wp-admin/', '/wp-admin/index.php'),
    becomesScript('/shop/wp-admin/edit.php', '/wp-admin/edit.php'),
    becomesRedirect('/shop/wp-admin', '/shop/wp-admin/'),
    becomesFile('/shop/wp-content/uploads/a.jpg', '/wp-content/uploads/a.jpg'),
  ],
  madeBy: inBothLanguages(
    'WordPress 站点网络的子目录方式',
    'WordPress network installed with subdirectories',
  ),
  words: ['multisite', 'wordpress 多站点', '站点网络'],
};

const cached: RewriteTemplate = {
  id: 'wordpress-static-cache',
  name: inBothLanguages(
    'WordPress + 静态缓存（WP Fastest Cache）',
    'WordPress + static cache (WP Fastest Cache)',
  ),
  note: inBothLanguages(
    '访客直接得到缓存的页面；已登录、评论过或购物车非空的访客由 WordPress 生成',
    'Visitors get the cached page; WordPress serves signed-in users, commenters and visitors with items in the cart',
  ),
  content: `set $kept 1;
if ($request_method !~ "^(?:GET|HEAD)$") {
    set $kept 0;
}
if ($args) {
    set $kept 0;
}
if ($http_cookie ~ "wordpress_logged_in|comment_author|wp-postpass|woocommerce_items_in_cart") {
    set $kept 0;
}
if ($kept = 0) {
    rewrite ^/(?!wp-)(?:.*/)?$ /index.php last;
}
location / {
    try_files $uri /wp-content/cache/all$uri/index.html $uri/ /index.php?$args;
}
`,
  urls: [
    ...frontControllerUrls('/2024/05/not-kept/'),
    becomesFile('/2024/05/kept/', '/wp-content/cache/all/2024/05/kept/index.html'),
    becomesScript('/2024/05/kept/?preview=1', '/index.php', { query: 'preview=1' }),
  ],
  madeBy: inBothLanguages(
    'WP Fastest Cache 写入的 wp-content/cache/all',
    'wp-content/cache/all, written by WP Fastest Cache',
  ),
  words: ['wp fastest cache', '静态缓存', 'static cache', 'wordpress cache', 'wordpress 缓存'],
};

export const wordpressTemplates = [wordpress, inFolder, multisite, cached];
