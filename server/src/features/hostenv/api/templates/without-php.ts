import { isRefusedUrl, becomesFile, inBothLanguages, type RewriteTemplate } from './template';

const history: RewriteTemplate = {
  id: 'spa',
  name: inBothLanguages(
    '单页应用（Vue、React 等的 history 模式）',
    'Single-page app (history mode of Vue, React, …)',
  ),
  note: inBothLanguages('不存在的地址交给 index.html', "index.html is served for paths that don't exist"),
  content: `location / {
    try_files $uri $uri/ /index.html;
}
`,
  urls: [
    becomesFile('/', '/index.html'),
    becomesFile('/users/12', '/index.html'),
    becomesFile('/users/12?tab=a', '/index.html'),
    becomesFile('/assets/app.js'),
    becomesFile('/robots.txt'),
  ],
  madeBy: inBothLanguages('前端路由的 history 模式', 'A router with history mode'),
  words: [
    'spa',
    'vue',
    'react',
    'angular',
    'svelte',
    'history 模式',
    'history mode',
    '单页',
    'single-page',
    'single page',
  ],
};

const withoutEnding: RewriteTemplate = {
  id: 'html-without-ending',
  name: inBothLanguages('静态网站（省略 .html）', 'Static site without .html'),
  note: inBothLanguages('/about 即 about.html', '/about serves about.html'),
  content: `location / {
    try_files $uri $uri.html $uri/ =404;
}
`,
  urls: [
    becomesFile('/', '/index.html'),
    becomesFile('/about', '/about.html'),
    becomesFile('/docs/start?x=1', '/docs/start.html'),
    becomesFile('/about.html'),
    becomesFile('/robots.txt'),
    isRefusedUrl('/no/such/page'),
  ],
  madeBy: inBothLanguages('Hugo、Jekyll、Next.js 等静态导出', 'Static exports of Hugo, Jekyll, Next.js, …'),
  words: [
    '省略 .html',
    '去掉 .html',
    '去掉.html',
    '隐藏 .html',
    '隐藏.html',
    'without .html',
    'hide .html',
    'remove .html',
    'hugo',
    'jekyll',
  ],
};

export const templatesWithoutPhp = [history, withoutEnding];
