import { listUrls } from './front-controller';
import {
  sameInBothLanguages,
  becomesFile,
  becomesScript,
  inBothLanguages,
  type RewriteTemplate,
} from './template';

/** Keeps the folder before a name, so that a forum in a folder works too. */
const discuz: RewriteTemplate = {
  id: 'discuz',
  name: sameInBothLanguages('Discuz! X3'),
  note: inBothLanguages(
    'X3.x 的全部页面，根目录和子目录均可',
    'All X3.x pages, in the site root or a subfolder',
  ),
  content: `if (!-e $request_filename) {
    rewrite ^(.*)/topic-(.+)\\.html$ $1/portal.php?mod=topic&topic=$2 last;
    rewrite ^(.*)/article-(\\d+)-(\\d+)\\.html$ $1/portal.php?mod=view&aid=$2&page=$3 last;
    rewrite ^(.*)/forum-(\\w+)-(\\d+)\\.html$ $1/forum.php?mod=forumdisplay&fid=$2&page=$3 last;
    rewrite ^(.*)/thread-(\\d+)-(\\d+)-(\\d+)\\.html$ $1/forum.php?mod=viewthread&tid=$2&extra=page%3D$4&page=$3 last;
    rewrite ^(.*)/group-(\\d+)-(\\d+)\\.html$ $1/forum.php?mod=group&fid=$2&page=$3 last;
    rewrite ^(.*)/space-(username|uid)-(.+)\\.html$ $1/home.php?mod=space&$2=$3 last;
    rewrite ^(.*)/blog-(\\d+)-(\\d+)\\.html$ $1/home.php?mod=space&uid=$2&do=blog&id=$3 last;
    rewrite ^(.*)/archiver/(fid|tid)-(\\d+)\\.html$ $1/archiver/index.php?action=$2&value=$3 last;
    rewrite ^(.*)/([a-z]\\w*)-([a-z][\\w-]*)\\.html$ $1/plugin.php?id=$2:$3 last;
}
`,
  urls: listUrls(
    becomesScript('/topic-spring.html', '/portal.php', { query: 'mod=topic&topic=spring' }),
    becomesScript('/article-12-1.html', '/portal.php', { query: 'mod=view&aid=12&page=1' }),
    becomesScript('/forum-1-1.html', '/forum.php', { query: 'mod=forumdisplay&fid=1&page=1' }),
    becomesScript('/forum-news-2.html', '/forum.php', { query: 'mod=forumdisplay&fid=news&page=2' }),
    becomesScript('/thread-1-1-1.html', '/forum.php', {
      query: 'mod=viewthread&tid=1&extra=page%3D1&page=1',
    }),
    becomesScript('/thread-9-2-3.html?from=x', '/forum.php', {
      query: 'mod=viewthread&tid=9&extra=page%3D3&page=2&from=x',
    }),
    becomesScript('/group-5-1.html', '/forum.php', { query: 'mod=group&fid=5&page=1' }),
    becomesScript('/space-uid-7.html', '/home.php', { query: 'mod=space&uid=7' }),
    becomesScript('/space-username-admin.html', '/home.php', { query: 'mod=space&username=admin' }),
    becomesScript('/blog-7-3.html', '/home.php', { query: 'mod=space&uid=7&do=blog&id=3' }),
    becomesScript('/archiver/tid-42.html', '/archiver/index.php', { query: 'action=tid&value=42' }),
    becomesScript('/myplugin-list.html', '/plugin.php', { query: 'id=myplugin:list' }),
    becomesScript('/bbs/forum-1-1.html', '/bbs/forum.php', { query: 'mod=forumdisplay&fid=1&page=1' }),
    becomesScript('/forum.php?mod=guide', '/forum.php', { query: 'mod=guide' }),
  ).filter(({ url }) => url !== '/no-such-page.html'),
  madeBy: inBothLanguages(
    'Discuz! 管理中心「全局 → SEO 设置 → URL 静态化」',
    'Discuz!: Global → SEO → static URLs',
  ),
  words: ['discuz', 'dz', '康盛'],
};

const phpwind: RewriteTemplate = {
  id: 'phpwind',
  name: sameInBothLanguages('phpwind 8'),
  note: inBothLanguages('根目录和子目录均可', 'In the site root or a subfolder'),
  content: `if (!-e $request_filename) {
    rewrite ^(.*/\\w+)-htm-(.*)$ $1.php?$2 last;
    rewrite ^(.*)/simple/([a-z0-9_]+\\.html)$ $1/simple/index.php?$2 last;
}
`,
  urls: listUrls(
    becomesScript('/read-htm-tid-123-page-2.html', '/read.php', { query: 'tid-123-page-2.html' }),
    becomesScript('/thread-htm-fid-4.html', '/thread.php', { query: 'fid-4.html' }),
    becomesScript('/bbs/read-htm-tid-5.html', '/bbs/read.php', { query: 'tid-5.html' }),
    becomesScript('/simple/t5.html', '/simple/index.php', { query: 't5.html' }),
  ),
  madeBy: inBothLanguages(
    'phpwind 后台「SEO 优化 → 伪静态」，目录 -htm-，扩展名 .html',
    'phpwind: SEO, with -htm- and .html',
  ),
  words: ['phpwind'],
};

const xiuno: RewriteTemplate = {
  id: 'xiuno',
  name: sameInBothLanguages('Xiuno BBS 4'),
  note: inBothLanguages('根目录和子目录均可', 'In the site root or a subfolder'),
  content: `if (!-e $request_filename) {
    rewrite ^(.*)/([^/]+\\.htm)$ $1/index.php?$2 last;
}
`,
  urls: listUrls(
    becomesScript('/thread-1.htm', '/index.php', { query: 'thread-1.htm' }),
    becomesScript('/forum-1-2.htm?sort=new', '/index.php', { query: 'forum-1-2.htm&sort=new' }),
    becomesScript('/bbs/user-login.htm', '/bbs/index.php', { query: 'user-login.htm' }),
  ),
  madeBy: inBothLanguages(
    'conf/conf.php 中 url_rewrite_on 大于 0',
    'url_rewrite_on above 0 in conf/conf.php',
  ),
  words: ['xiuno', '修罗'],
};

const xenforo: RewriteTemplate = {
  id: 'xenforo',
  name: sameInBothLanguages('XenForo'),
  note: inBothLanguages('安装在网站根目录', 'Installed in the site root'),
  content: `location / {
    if (!-e $request_filename) {
        rewrite ^/(.*)$ /index.php?$1 last;
    }
}
`,
  urls: [
    becomesScript('/', '/index.php'),
    becomesScript('/threads/hello.12/page-2', '/index.php', { query: 'threads/hello.12/page-2' }),
    becomesScript('/forums/main.3/?order=new', '/index.php', { query: 'forums/main.3/&order=new' }),
    becomesScript('/admin.php?users/', '/admin.php', { query: 'users/' }),
    becomesFile('/robots.txt'),
  ],
  madeBy: inBothLanguages('XenForo 选项「使用完整的友好 URL」', 'XenForo option "Use full friendly URLs"'),
  words: ['xenforo'],
};

export const forumTemplates = [discuz, phpwind, xiuno, xenforo];
