import { BY_PARAMETER_S, listUrls, parameterUrls } from './front-controller';
import {
  sameInBothLanguages,
  becomesRedirect,
  becomesFile,
  becomesScript,
  inBothLanguages,
  type RewriteTemplate,
} from './template';

const dedecms: RewriteTemplate = {
  id: 'dedecms',
  name: sameInBothLanguages('DedeCMS'),
  note: inBothLanguages('动态浏览的列表、内容和标签页', 'Dynamic lists, articles and tags'),
  content: `if (!-e $request_filename) {
    rewrite ^/index\\.html$ /index.php last;
    rewrite ^/(?:plus/)?list-(\\d+)\\.html$ /plus/list.php?tid=$1 last;
    rewrite ^/(?:plus/)?list-(\\d+)-(\\d+)-(\\d+)\\.html$ /plus/list.php?tid=$1&TotalResult=$2&PageNo=$3 last;
    rewrite ^/(?:plus/)?view-(\\d+)-(\\d+)\\.html$ /plus/view.php?aid=$1&pageno=$2 last;
    rewrite ^/tags\\.html$ /tags.php last;
    rewrite ^/tag-(\\d+)-(\\d+)\\.html$ /tags.php?/$1/$2/ last;
}
`,
  urls: listUrls(
    becomesScript('/index.html', '/index.php'),
    becomesScript('/plus/list-3.html', '/plus/list.php', { query: 'tid=3' }),
    becomesScript('/list-3.html', '/plus/list.php', { query: 'tid=3' }),
    becomesScript('/plus/list-3-120-2.html', '/plus/list.php', { query: 'tid=3&TotalResult=120&PageNo=2' }),
    becomesScript('/plus/view-12-1.html', '/plus/view.php', { query: 'aid=12&pageno=1' }),
    becomesScript('/tags.html', '/tags.php'),
    becomesScript('/tag-5-2.html', '/tags.php', { query: '/5/2/' }),
    becomesScript('/plus/search.php?q=x', '/plus/search.php', { query: 'q=x' }),
  ),
  madeBy: inBothLanguages('DedeCMS「系统 → 核心设置 → 使用伪静态」', 'DedeCMS: System → Core → rewriting'),
  words: ['dedecms', 'dede', '织梦'],
};

const empire: RewriteTemplate = {
  id: 'empirecms',
  name: inBothLanguages('帝国 CMS（EmpireCMS）', 'EmpireCMS'),
  note: inBothLanguages('按系统默认的伪静态形式', "With the app's default URL formats"),
  content: `if (!-e $request_filename) {
    rewrite ^/listinfo-(\\d+)-(\\d+)\\.html$ /e/action/ListInfo.php?classid=$1&page=$2 last;
    rewrite ^/showinfo-(\\d+)-(\\d+)-(\\d+)\\.html$ /e/action/ShowInfo.php?classid=$1&id=$2&page=$3 last;
    rewrite ^/infotype-(\\d+)-(\\d+)\\.html$ /e/action/InfoType.php?ttid=$1&page=$2 last;
    rewrite ^/tags-(.+)-(\\d+)\\.html$ /e/tags/index.php?tagname=$1&page=$2 last;
    rewrite ^/comment-(.+)-(\\d+)-(\\d+)-(\\d+)-(\\d+)-(\\d+)\\.html$ /e/pl/index.php?doaction=$1&classid=$2&id=$3&page=$4&myorder=$5&tempid=$6 last;
}
`,
  urls: listUrls(
    becomesScript('/listinfo-2-0.html', '/e/action/ListInfo.php', { query: 'classid=2&page=0' }),
    becomesScript('/showinfo-2-15-0.html', '/e/action/ShowInfo.php', { query: 'classid=2&id=15&page=0' }),
    becomesScript('/infotype-4-1.html', '/e/action/InfoType.php', { query: 'ttid=4&page=1' }),
    becomesScript('/tags-php-0.html', '/e/tags/index.php', { query: 'tagname=php&page=0' }),
    becomesScript('/tags-%E6%96%B0-0.html', '/e/tags/index.php', { query: 'tagname=%E6%96%B0&page=0' }),
    becomesScript('/comment-dozt-2-15-0-1-3.html', '/e/pl/index.php', {
      query: 'doaction=dozt&classid=2&id=15&page=0&myorder=1&tempid=3',
    }),
  ),
  madeBy: inBothLanguages(
    '帝国 CMS「系统设置 → 伪静态参数设置」',
    'EmpireCMS: System → rewriting parameters',
  ),
  words: ['empirecms', 'empire cms', '帝国'],
};

const phpcms: RewriteTemplate = {
  id: 'phpcms',
  name: sameInBothLanguages('PHPCMS V9'),
  note: inBothLanguages('栏目、内容和标签页', 'Categories, articles and tags'),
  content: `if (!-e $request_filename) {
    rewrite ^/(?:content|show)-(\\d+)-(\\d+)-(\\d+)\\.html$ /index.php?m=content&c=index&a=show&catid=$1&id=$2&page=$3 last;
    rewrite ^/list-(\\d+)-(\\d+)\\.html$ /index.php?m=content&c=index&a=lists&catid=$1&page=$2 last;
    rewrite ^/tag-([^-/]+)-(\\d+)-(\\d+)\\.html$ /index.php?m=content&c=tag&catid=$2&tag=$1&page=$3 last;
}
`,
  urls: listUrls(
    becomesScript('/list-6-1.html', '/index.php', { query: 'm=content&c=index&a=lists&catid=6&page=1' }),
    becomesScript('/content-6-12-1.html', '/index.php', {
      query: 'm=content&c=index&a=show&catid=6&id=12&page=1',
    }),
    becomesScript('/show-6-12-2.html', '/index.php', {
      query: 'm=content&c=index&a=show&catid=6&id=12&page=2',
    }),
    becomesScript('/tag-php-6-1.html', '/index.php', { query: 'm=content&c=tag&catid=6&tag=php&page=1' }),
    becomesScript('/api.php?op=count', '/api.php', { query: 'op=count' }),
  ),
  madeBy: inBothLanguages('PHPCMS「扩展 → URL 规则管理」', 'PHPCMS: Extensions → URL rules'),
  words: ['phpcms'],
};

const maccms: RewriteTemplate = {
  id: 'maccms',
  name: inBothLanguages('苹果 CMS（MacCMS）V10', 'MacCMS V10'),
  note: inBothLanguages('后台改名后的入口文件也可用', 'A renamed admin entry file works too'),
  content: BY_PARAMETER_S,
  urls: [
    ...parameterUrls('/vod/detail/id/1.html', '/vodplay/1-1-1.html', '/label/rank.html'),
    becomesScript('/api.php/provide/vod/?ac=list', '/api.php', {
      pathInfo: '/provide/vod/',
      query: 'ac=list',
    }),
  ],
  madeBy: inBothLanguages(
    '苹果 CMS「系统 → URL 地址配置」伪静态与路由',
    'MacCMS: System → URL, rewriting and routes',
  ),
  words: ['maccms', '苹果cms', '苹果 cms'],
};

const pbootcms: RewriteTemplate = {
  id: 'pbootcms',
  name: sameInBothLanguages('PbootCMS'),
  note: inBothLanguages('安装在网站根目录', 'Installed in the site root'),
  content: `location / {
    if (!-e $request_filename) {
        rewrite ^/(.*)$ /index.php?p=$1 last;
    }
}
`,
  urls: [
    becomesScript('/', '/index.php'),
    becomesScript('/about/', '/index.php', { query: 'p=about/' }),
    becomesScript('/news/12.html', '/index.php', { query: 'p=news/12.html' }),
    becomesScript('/product/?page=2', '/index.php', { query: 'p=product/&page=2' }),
    becomesScript('/admin.php?p=/Index/home', '/admin.php', { query: 'p=/Index/home' }),
    becomesFile('/robots.txt'),
  ],
  madeBy: inBothLanguages('PbootCMS「配置参数 → URL 规则」伪静态', 'PbootCMS: Parameters → URL rule'),
  words: ['pbootcms', 'pboot'],
};

const seacms: RewriteTemplate = {
  id: 'seacms',
  name: inBothLanguages('海洋 CMS（SeaCMS）', 'SeaCMS'),
  note: inBothLanguages('影片、播放、专题和文章页', 'Films, players, topics and articles'),
  content: `if (!-e $request_filename) {
    rewrite ^/frim/index([\\w-]+)\\.html$ /list/index.php?$1 last;
    rewrite ^/movie/index([\\w-]+)\\.html$ /detail/index.php?$1 last;
    rewrite ^/play/(\\d+-\\d+-\\d+)\\.html$ /video/index.php?$1 last;
    rewrite ^/topic/index([\\w-]+)\\.html$ /topic/index.php?$1 last;
    rewrite ^/topiclist/index([\\w-]+)\\.html$ /topiclist/index.php?$1 last;
    rewrite ^/part/index([\\w-]+)\\.html$ /articlelist/index.php?$1 last;
    rewrite ^/article/index([\\w-]+)\\.html$ /article/index.php?$1 last;
    rewrite ^/news\\.html$ /news/ permanent;
}
`,
  urls: listUrls(
    becomesScript('/frim/index1-2.html', '/list/index.php', { query: '1-2' }),
    becomesScript('/movie/index15.html', '/detail/index.php', { query: '15' }),
    becomesScript('/play/15-0-1.html', '/video/index.php', { query: '15-0-1' }),
    becomesScript('/topic/index2.html', '/topic/index.php', { query: '2' }),
    becomesScript('/topiclist/index1.html', '/topiclist/index.php', { query: '1' }),
    becomesScript('/part/index3-1.html', '/articlelist/index.php', { query: '3-1' }),
    becomesScript('/article/index8.html', '/article/index.php', { query: '8' }),
    becomesRedirect('/news.html', '/news/'),
  ),
  madeBy: inBothLanguages('海洋 CMS「系统 → 网站设置」伪静态模式', 'SeaCMS: System → Settings, rewriting'),
  words: ['seacms', '海洋cms', '海洋 cms'],
};

const eyoucms: RewriteTemplate = {
  id: 'eyoucms',
  name: inBothLanguages('易优 CMS / YzmCMS', 'EyouCMS / YzmCMS'),
  note: inBothLanguages('路径作为参数 s 传递', 'The path is passed as parameter s'),
  content: BY_PARAMETER_S,
  urls: parameterUrls('/news/12.html', '/guanyuwomen/', '/product/list_2.html'),
  madeBy: inBothLanguages('后台的伪静态化 URL 模式', 'Admin panel, URL mode "rewriting"'),
  words: ['eyoucms', 'yzmcms', '易优'],
};

export const chineseCmsTemplates = [dedecms, empire, phpcms, maccms, pbootcms, seacms, eyoucms];
