import { BY_PATH_INFO, FRONT_CONTROLLER, frontControllerUrls, pathInfoUrls } from './front-controller';
import { sameInBothLanguages, becomesFile, inBothLanguages, type RewriteTemplate } from './template';

const typecho: RewriteTemplate = {
  id: 'typecho',
  name: sameInBothLanguages('Typecho'),
  note: inBothLanguages('安装在网站根目录', 'Installed in the site root'),
  content: BY_PATH_INFO,
  urls: [
    ...pathInfoUrls('/archives/12/', '/category/default/2/', '/start-page.html'),
    becomesFile('/usr/a.css'),
  ],
  madeBy: inBothLanguages(
    'Typecho 后台「设置 → 永久链接」启用地址重写',
    'Typecho: Settings → Permalinks, rewriting on',
  ),
  words: ['typecho'],
};

const zblog: RewriteTemplate = {
  id: 'zblog',
  name: sameInBothLanguages('Z-BlogPHP'),
  note: inBothLanguages('安装在网站根目录', 'Installed in the site root'),
  content: FRONT_CONTROLLER,
  urls: frontControllerUrls('/post/12.html', '/category-3_2.html', '/tags-5.html'),
  madeBy: inBothLanguages('静态管理中心（STACentre）的伪静态', 'STACentre plug-in, rewriting'),
  words: ['z-blog', 'zblog', 'zblogphp', 'z-blogphp'],
};

const emlog: RewriteTemplate = {
  id: 'emlog',
  name: sameInBothLanguages('Emlog'),
  note: inBothLanguages('安装在网站根目录', 'Installed in the site root'),
  content: FRONT_CONTROLLER,
  urls: frontControllerUrls('/post-12.html', '/sort/news/page/2', '/record/202405'),
  madeBy: inBothLanguages('Emlog 后台「设置 → SEO」链接形式', 'Emlog: Settings → SEO, link form'),
  words: ['emlog'],
};

export const blogTemplates = [typecho, zblog, emlog];
