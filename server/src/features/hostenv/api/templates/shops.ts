import { BY_PARAMETER_S, listUrls, parameterUrls } from './front-controller';
import {
  sameInBothLanguages,
  isRefusedUrl,
  becomesFile,
  becomesScript,
  inBothLanguages,
  type RewriteTemplate,
} from './template';
import { ecshop } from './ecshop';

const shopex: RewriteTemplate = {
  id: 'shopex',
  name: sameInBothLanguages('ShopEx 4.8'),
  note: inBothLanguages('安装在网站根目录', 'Installed in the site root'),
  content: `if (!-e $request_filename) {
    rewrite ^/(.+\\.(?:html?|shtml|xml|json))$ /index.php?$1 last;
}
`,
  urls: [
    becomesScript('/', '/index.php'),
    becomesScript('/product-12.html', '/index.php', { query: 'product-12.html' }),
    becomesScript('/gallery-3--0--1--grid.html', '/index.php', { query: 'gallery-3--0--1--grid.html' }),
    becomesScript('/sitemap.xml', '/index.php', { query: 'sitemap.xml' }),
    becomesFile('/robots.txt'),
    isRefusedUrl('/no/such/page'),
  ],
  madeBy: inBothLanguages('ShopEx「商店配置 → 伪静态」', 'ShopEx: shop settings, rewriting'),
  words: ['shopex'],
};

const shopxo: RewriteTemplate = {
  id: 'shopxo',
  name: sameInBothLanguages('ShopXO'),
  note: inBothLanguages('public 文件夹的内容放在网站根目录', 'Put the contents of public in the site root'),
  content: BY_PARAMETER_S,
  urls: [
    ...parameterUrls('/goods-12.html', '/category-3.html', '/search/index/keywords/phone.html'),
    becomesScript('/admin.php?s=/login/index.html', '/admin.php', { query: 's=/login/index.html' }),
  ],
  madeBy: inBothLanguages('ShopXO「系统设置 → URL 模式」伪静态', 'ShopXO: System → URL mode'),
  words: ['shopxo'],
};

const opencart: RewriteTemplate = {
  id: 'opencart',
  name: sameInBothLanguages('OpenCart'),
  note: inBothLanguages('安装在网站根目录', 'Installed in the site root'),
  content: `location = /sitemap.xml {
    rewrite ^ /index.php?route=extension/feed/google_sitemap last;
}
location / {
    if (!-e $request_filename) {
        rewrite ^/(.*)$ /index.php?_route_=$1 last;
    }
}
`,
  urls: [
    becomesScript('/', '/index.php'),
    becomesScript('/desktops/mac?page=2', '/index.php', { query: '_route_=desktops/mac&page=2' }),
    becomesScript('/sitemap.xml', '/index.php', { query: 'route=extension/feed/google_sitemap' }),
    becomesScript('/index.php?route=common/home', '/index.php', { query: 'route=common/home' }),
    becomesFile('/robots.txt'),
  ],
  madeBy: inBothLanguages(
    'OpenCart「系统 → 设置 → 服务器」SEO URL',
    'OpenCart: System → Settings → Server, SEO URLs',
  ),
  words: ['opencart'],
};

const prestashop: RewriteTemplate = {
  id: 'prestashop',
  name: sameInBothLanguages('PrestaShop'),
  note: inBothLanguages('含商品图片的短网址', 'Includes short URLs of product images'),
  content: `rewrite ^/(\\d)(-[\\w-]+)?/.+\\.jpg$ /img/p/$1/$1$2.jpg last;
rewrite ^/(\\d)(\\d)(-[\\w-]+)?/.+\\.jpg$ /img/p/$1/$2/$1$2$3.jpg last;
rewrite ^/(\\d)(\\d)(\\d)(-[\\w-]+)?/.+\\.jpg$ /img/p/$1/$2/$3/$1$2$3$4.jpg last;
rewrite ^/(\\d)(\\d)(\\d)(\\d)(-[\\w-]+)?/.+\\.jpg$ /img/p/$1/$2/$3/$4/$1$2$3$4$5.jpg last;
rewrite ^/(\\d)(\\d)(\\d)(\\d)(\\d)(-[\\w-]+)?/.+\\.jpg$ /img/p/$1/$2/$3/$4/$5/$1$2$3$4$5$6.jpg last;
rewrite ^/c/([\\w.-]+)/.+\\.jpg$ /img/c/$1.jpg last;
location / {
    try_files $uri $uri/ /index.php?$args;
}
`,
  urls: [
    becomesScript('/', '/index.php'),
    becomesScript('/12-hummingbird.html?color=red', '/index.php', { query: 'color=red' }),
    becomesFile('/7-home_default/shirt.jpg', '/img/p/7/7-home_default.jpg'),
    becomesFile('/12/shirt.jpg', '/img/p/1/2/12.jpg'),
    becomesFile('/123-large_default/shirt.jpg', '/img/p/1/2/3/123-large_default.jpg'),
    becomesFile('/c/3-category_default/art.jpg', '/img/c/3-category_default.jpg'),
    becomesFile('/robots.txt'),
    becomesScript('/no/such/page', '/index.php'),
  ],
  madeBy: inBothLanguages(
    'PrestaShop「商店参数 → 流量与 SEO」友好网址',
    'PrestaShop: Traffic & SEO, friendly URLs',
  ),
  words: ['prestashop'],
};

const destoon: RewriteTemplate = {
  id: 'destoon',
  name: sameInBothLanguages('DESTOON B2B'),
  note: inBothLanguages('各模块的 URL 规则', 'URL rules of each module'),
  content: `if (!-e $request_filename) {
    rewrite ^(.*/\\w+)-htm-(.*)$ $1.php?$2 last;
    rewrite ^/com/([a-z0-9_-]+)/([a-z]+)/(.*)\\.html$ /index.php?homepage=$1&file=$2&rewrite=$3 last;
    rewrite ^/com/([a-z0-9_-]+)/?([a-z]*)/?$ /index.php?homepage=$1&file=$2 last;
    rewrite ^(.*)/([a-z]+)/(.*)\\.shtml$ $1/$2/index.php?rewrite=$3 last;
}
`,
  urls: listUrls(
    becomesScript('/com/acme/', '/index.php', { query: 'homepage=acme&file=' }),
    becomesScript('/com/acme/sell/', '/index.php', { query: 'homepage=acme&file=sell' }),
    becomesScript('/com/acme/news/itemid-5.html', '/index.php', {
      query: 'homepage=acme&file=news&rewrite=itemid-5',
    }),
    becomesScript('/sell/itemid-12.shtml', '/sell/index.php', { query: 'rewrite=itemid-12' }),
    becomesScript('/sell/list-htm-catid-3.html', '/sell/list.php', { query: 'catid-3.html' }),
  ),
  madeBy: inBothLanguages('DESTOON「SEO 优化 → URL 规则」', 'DESTOON: SEO, URL rules'),
  words: ['destoon'],
};

export const shopTemplates = [ecshop, shopex, shopxo, opencart, prestashop, destoon];
