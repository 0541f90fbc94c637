import { listUrls } from './front-controller';
import { sameInBothLanguages, becomesScript, inBothLanguages, type RewriteTemplate } from './template';

/** Longer forms precede shorter ones, since the rest of a name may be any text. */
export const ecshop: RewriteTemplate = {
  id: 'ecshop',
  name: sameInBothLanguages('ECShop'),
  note: inBothLanguages(
    'URL 重写的「简单」和「复杂」两种形式',
    'Both URL rewriting modes, simple and complex',
  ),
  content: `if (!-e $request_filename) {
    rewrite ^/index\\.html$ /index.php last;
    rewrite ^/category$ /index.php last;
    rewrite ^/feed-c(\\d+)\\.xml$ /feed.php?cat=$1 last;
    rewrite ^/feed-b(\\d+)\\.xml$ /feed.php?brand=$1 last;
    rewrite ^/feed\\.xml$ /feed.php last;
    rewrite ^/category-(\\d+)-b(\\d+)-min(\\d+)-max(\\d+)-attr([^-]*)-(\\d+)-(.+)-([a-zA-Z]+).*\\.html$ /category.php?id=$1&brand=$2&price_min=$3&price_max=$4&filter_attr=$5&page=$6&sort=$7&order=$8 last;
    rewrite ^/category-(\\d+)-b(\\d+)-min(\\d+)-max(\\d+)-attr([^-]*).*\\.html$ /category.php?id=$1&brand=$2&price_min=$3&price_max=$4&filter_attr=$5 last;
    rewrite ^/category-(\\d+)-b(\\d+)-(\\d+)-(.+)-([a-zA-Z]+).*\\.html$ /category.php?id=$1&brand=$2&page=$3&sort=$4&order=$5 last;
    rewrite ^/category-(\\d+)-b(\\d+)-(\\d+).*\\.html$ /category.php?id=$1&brand=$2&page=$3 last;
    rewrite ^/category-(\\d+)-b(\\d+).*\\.html$ /category.php?id=$1&brand=$2 last;
    rewrite ^/category-(\\d+).*\\.html$ /category.php?id=$1 last;
    rewrite ^/goods-(\\d+).*\\.html$ /goods.php?id=$1 last;
    rewrite ^/article_cat-(\\d+)-(\\d+)-(.+)-([a-zA-Z]+).*\\.html$ /article_cat.php?id=$1&page=$2&sort=$3&order=$4 last;
    rewrite ^/article_cat-(\\d+)-(\\d+).*\\.html$ /article_cat.php?id=$1&page=$2 last;
    rewrite ^/article_cat-(\\d+).*\\.html$ /article_cat.php?id=$1 last;
    rewrite ^/article-(\\d+).*\\.html$ /article.php?id=$1 last;
    rewrite ^/brand-(\\d+)-c(\\d+)-(\\d+)-(.+)-([a-zA-Z]+)\\.html$ /brand.php?id=$1&cat=$2&page=$3&sort=$4&order=$5 last;
    rewrite ^/brand-(\\d+)-c(\\d+)-(\\d+).*\\.html$ /brand.php?id=$1&cat=$2&page=$3 last;
    rewrite ^/brand-(\\d+)-c(\\d+).*\\.html$ /brand.php?id=$1&cat=$2 last;
    rewrite ^/brand-(\\d+).*\\.html$ /brand.php?id=$1 last;
    rewrite ^/tag-(.*)\\.html$ /search.php?keywords=$1 last;
    rewrite ^/snatch-(\\d+)\\.html$ /snatch.php?id=$1 last;
    rewrite ^/group_buy-(\\d+)\\.html$ /group_buy.php?act=view&id=$1 last;
    rewrite ^/auction-(\\d+)\\.html$ /auction.php?act=view&id=$1 last;
    rewrite ^/exchange-id(\\d+).*\\.html$ /exchange.php?id=$1&act=view last;
    rewrite ^/exchange-(\\d+)-min(\\d+)-max(\\d+)-(\\d+)-(.+)-([a-zA-Z]+).*\\.html$ /exchange.php?cat_id=$1&integral_min=$2&integral_max=$3&page=$4&sort=$5&order=$6 last;
    rewrite ^/exchange-(\\d+)-(\\d+)-(.+)-([a-zA-Z]+).*\\.html$ /exchange.php?cat_id=$1&page=$2&sort=$3&order=$4 last;
    rewrite ^/exchange-(\\d+)-(\\d+).*\\.html$ /exchange.php?cat_id=$1&page=$2 last;
    rewrite ^/exchange-(\\d+).*\\.html$ /exchange.php?cat_id=$1 last;
}
`,
  urls: listUrls(
    becomesScript('/index.html', '/index.php'),
    becomesScript('/feed.xml', '/feed.php'),
    becomesScript('/feed-c3.xml', '/feed.php', { query: 'cat=3' }),
    becomesScript('/feed-b2.xml', '/feed.php', { query: 'brand=2' }),
    becomesScript('/category-3-b0.html', '/category.php', { query: 'id=3&brand=0' }),
    becomesScript('/category-3-b2-1-goods_id-DESC.html', '/category.php', {
      query: 'id=3&brand=2&page=1&sort=goods_id&order=DESC',
    }),
    becomesScript('/category-3-b2-4.html', '/category.php', { query: 'id=3&brand=2&page=4' }),
    becomesScript('/category-3-b0-min0-max0-attr0-1-goods_id-DESC.html', '/category.php', {
      query: 'id=3&brand=0&price_min=0&price_max=0&filter_attr=0&page=1&sort=goods_id&order=DESC',
    }),
    becomesScript('/category-3-b0-min10-max90-attr0.html', '/category.php', {
      query: 'id=3&brand=0&price_min=10&price_max=90&filter_attr=0',
    }),
    becomesScript('/goods-32.html', '/goods.php', { query: 'id=32' }),
    becomesScript('/article_cat-4.html', '/article_cat.php', { query: 'id=4' }),
    becomesScript('/article-9.html', '/article.php', { query: 'id=9' }),
    becomesScript('/brand-1-c0.html', '/brand.php', { query: 'id=1&cat=0' }),
    becomesScript('/tag-phone.html', '/search.php', { query: 'keywords=phone' }),
    becomesScript('/group_buy-8.html', '/group_buy.php', { query: 'act=view&id=8' }),
    becomesScript('/exchange-id24.html', '/exchange.php', { query: 'id=24&act=view' }),
    becomesScript('/exchange-0-min0-max0-1-goods_id-DESC.html', '/exchange.php', {
      query: 'cat_id=0&integral_min=0&integral_max=0&page=1&sort=goods_id&order=DESC',
    }),
    becomesScript('/flow.php?step=cart', '/flow.php', { query: 'step=cart' }),
  ),
  madeBy: inBothLanguages(
    'ECShop「商店设置 → 基本设置 → URL 重写」',
    'ECShop: Shop settings → Basics → URL rewriting',
  ),
  words: ['ecshop', '小京东', 'ectouch'],
};
