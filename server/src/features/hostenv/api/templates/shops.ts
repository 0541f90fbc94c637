import { BY_PARAMETER_S, listUrls, parameterUrls } from './front-controller';
import { named, refused, toFile, toScript, words, type RewriteTemplate } from './template';
import { ecshop } from './ecshop';

const shopex: RewriteTemplate = {
  id: 'shopex',
  name: named('ShopEx 4.8'),
  note: words('安装在网站根目录', 'Installed in the site root'),
  content: `if (!-e $request_filename) {
    rewrite ^/(.+\\.(?:html?|shtml|xml|json))$ /index.php?$1 last;
}
`,
  urls: [
    toScript('/', '/index.php'),
    toScript('/product-12.html', '/index.php', { query: 'product-12.html' }),
    toScript('/gallery-3--0--1--grid.html', '/index.php', { query: 'gallery-3--0--1--grid.html' }),
    toScript('/sitemap.xml', '/index.php', { query: 'sitemap.xml' }),
    toFile('/robots.txt'),
    refused('/no/such/page'),
  ],
  madeBy: words('ShopEx「商店配置 → 伪静态」', 'ShopEx: shop settings, rewriting'),
  words: ['shopex'],
};

const shopxo: RewriteTemplate = {
  id: 'shopxo',
  name: named('ShopXO'),
  note: words('public 文件夹的内容放在网站根目录', 'Put the contents of public in the site root'),
  content: BY_PARAMETER_S,
  urls: [
    ...parameterUrls('/goods-12.html', '/category-3.html', '/search/index/keywords/phone.html'),
    toScript('/admin.php?s=/login/index.html', '/admin.php', { query: 's=/login/index.html' }),
  ],
  madeBy: words('ShopXO「系统设置 → URL 模式」伪静态', 'ShopXO: System → URL mode'),
  words: ['shopxo'],
};

const opencart: RewriteTemplate = {
  id: 'opencart',
  name: named('OpenCart'),
  note: words('安装在网站根目录', 'Installed in the site root'),
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
    toScript('/', '/index.php'),
    toScript('/desktops/mac?page=2', '/index.php', { query: '_route_=desktops/mac&page=2' }),
    toScript('/sitemap.xml', '/index.php', { query: 'route=extension/feed/google_sitemap' }),
    toScript('/index.php?route=common/home', '/index.php', { query: 'route=common/home' }),
    toFile('/robots.txt'),
  ],
  madeBy: words('OpenCart「系统 → 设置 → 服务器」SEO URL', 'OpenCart: System → Settings → Server, SEO URLs'),
  words: ['opencart'],
};

const prestashop: RewriteTemplate = {
  id: 'prestashop',
  name: named('PrestaShop'),
  note: words('含商品图片的短网址', 'Includes short URLs of product images'),
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
    toScript('/', '/index.php'),
    toScript('/12-hummingbird.html?color=red', '/index.php', { query: 'color=red' }),
    toFile('/7-home_default/shirt.jpg', '/img/p/7/7-home_default.jpg'),
    toFile('/12/shirt.jpg', '/img/p/1/2/12.jpg'),
    toFile('/123-large_default/shirt.jpg', '/img/p/1/2/3/123-large_default.jpg'),
    toFile('/c/3-category_default/art.jpg', '/img/c/3-category_default.jpg'),
    toFile('/robots.txt'),
    toScript('/no/such/page', '/index.php'),
  ],
  madeBy: words('PrestaShop「商店参数 → 流量与 SEO」友好网址', 'PrestaShop: Traffic & SEO, friendly URLs'),
  words: ['prestashop'],
};

const destoon: RewriteTemplate = {
  id: 'destoon',
  name: named('DESTOON B2B'),
  note: words('各模块的 URL 规则', 'URL rules of each module'),
  content: `if (!-e $request_filename) {
    rewrite ^(.*/\\w+)-htm-(.*)$ $1.php?$2 last;
    rewrite ^/com/([a-z0-9_-]+)/([a-z]+)/(.*)\\.html$ /index.php?homepage=$1&file=$2&rewrite=$3 last;
    rewrite ^/com/([a-z0-9_-]+)/?([a-z]*)/?$ /index.php?homepage=$1&file=$2 last;
    rewrite ^(.*)/([a-z]+)/(.*)\\.shtml$ $1/$2/index.php?rewrite=$3 last;
}
`,
  urls: listUrls(
    toScript('/com/acme/', '/index.php', { query: 'homepage=acme&file=' }),
    toScript('/com/acme/sell/', '/index.php', { query: 'homepage=acme&file=sell' }),
    toScript('/com/acme/news/itemid-5.html', '/index.php', {
      query: 'homepage=acme&file=news&rewrite=itemid-5',
    }),
    toScript('/sell/itemid-12.shtml', '/sell/index.php', { query: 'rewrite=itemid-12' }),
    toScript('/sell/list-htm-catid-3.html', '/sell/list.php', { query: 'catid-3.html' }),
  ),
  madeBy: words('DESTOON「SEO 优化 → URL 规则」', 'DESTOON: SEO, URL rules'),
  words: ['destoon'],
};

export const shopTemplates = [ecshop, shopex, shopxo, opencart, prestashop, destoon];
