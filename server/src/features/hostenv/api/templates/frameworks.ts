import {
  BY_PARAMETER_S,
  BY_PATH_INFO,
  FRONT_CONTROLLER,
  frontControllerUrls,
  parameterUrls,
  pathInfoUrls,
} from './front-controller';
import {
  sameInBothLanguages,
  isRefusedUrl,
  becomesFile,
  becomesScript,
  inBothLanguages,
  type RewriteTemplate,
} from './template';

const IN_PUBLIC = inBothLanguages(
  '把应用 public 文件夹的内容放在网站根目录',
  "Put the contents of the app's public folder in the site root",
);
const ROUTES = inBothLanguages('应用自己的路由', "The app's own routes");

const thinkphp: RewriteTemplate = {
  id: 'thinkphp',
  name: sameInBothLanguages('ThinkPHP 5 / 6 / 8'),
  note: inBothLanguages(
    '路径作为参数 s 传递；public 文件夹的内容放在网站根目录',
    'The path is passed as parameter s; put the contents of public in the site root',
  ),
  content: BY_PARAMETER_S,
  urls: parameterUrls('/index/index/hello', '/blog/12.html', '/article/2024/05'),
  madeBy: ROUTES,
  words: [
    'thinkphp',
    'tp5',
    'tp6',
    'tp8',
    'fastadmin',
    'crmeb',
    'thinkcmf',
    'niushop',
    'likeadmin',
    'onethink',
  ],
};

const thinkphpPathInfo: RewriteTemplate = {
  id: 'thinkphp-path-info',
  name: sameInBothLanguages('ThinkPHP（PATH_INFO）'),
  note: inBothLanguages('路径作为 PATH_INFO 交给 index.php', 'The path is passed to index.php as PATH_INFO'),
  content: BY_PATH_INFO,
  urls: pathInfoUrls('/index/index/hello', '/blog/12.html'),
  madeBy: ROUTES,
  words: ['thinkphp pathinfo', 'thinkphp path_info', 'pathinfo', 'path_info'],
};

const laravel: RewriteTemplate = {
  id: 'laravel',
  name: sameInBothLanguages('Laravel'),
  note: IN_PUBLIC,
  content: FRONT_CONTROLLER,
  urls: [...frontControllerUrls('/users/12', '/api/v1/orders'), becomesFile('/build/assets/app.css')],
  madeBy: ROUTES,
  words: ['laravel', 'lumen', 'statamic'],
};

const laravelFolder: RewriteTemplate = {
  id: 'laravel-public-folder',
  name: inBothLanguages('Laravel（整个项目在根目录）', 'Laravel, entire project in the root'),
  note: inBothLanguages(
    '只对外提供 public 文件夹的内容，.env、storage 等不可访问；Symfony、ThinkPHP 6 同样适用',
    'Only the public folder is served; .env, storage and the like are not accessible. Also for Symfony and ThinkPHP 6',
  ),
  content: `rewrite ^/(?!public/)(.*)$ /public/$1 last;
location /public/ {
    try_files $uri /public/index.php?$args;
}
`,
  urls: [
    becomesScript('/', '/public/index.php'),
    becomesScript('/users/12?page=2', '/public/index.php', { query: 'page=2' }),
    becomesFile('/css/app.css', '/public/css/app.css'),
    becomesScript('/storage/logs/laravel.log', '/public/index.php'),
    becomesScript('/composer.json', '/public/index.php'),
    isRefusedUrl('/.env'),
    isRefusedUrl('/vendor/autoload.php'),
  ],
  madeBy: ROUTES,
  words: ['laravel public', 'laravel 根目录', 'public 目录'],
};

const symfony: RewriteTemplate = {
  id: 'symfony',
  name: sameInBothLanguages('Symfony'),
  note: IN_PUBLIC,
  content: `location / {
    try_files $uri /index.php?$args;
}
`,
  urls: [...frontControllerUrls('/blog/hello', '/_profiler/empty'), becomesFile('/bundles/app.css')],
  madeBy: ROUTES,
  words: ['symfony', 'sylius', 'shopware'],
};

const yii2: RewriteTemplate = {
  id: 'yii2',
  name: sameInBothLanguages('Yii 2'),
  note: inBothLanguages(
    '把应用 web 文件夹的内容放在网站根目录',
    "Put the contents of the app's web folder in the site root",
  ),
  content: FRONT_CONTROLLER,
  urls: frontControllerUrls('/site/about', '/post/12/hello'),
  madeBy: inBothLanguages('urlManager 的 enablePrettyUrl', 'urlManager with enablePrettyUrl'),
  words: ['yii2', 'yii', 'craft cms', 'humhub'],
};

const codeigniter: RewriteTemplate = {
  id: 'codeigniter',
  name: sameInBothLanguages('CodeIgniter 3 / 4'),
  note: inBothLanguages(
    '3.x 安装在网站根目录；4.x 把 public 文件夹的内容放在网站根目录',
    'Version 3: in the site root. Version 4: the contents of public in the site root',
  ),
  content: `location ~ ^/(?:application|system|app|writable)/ {
    return 404;
}
location / {
    try_files $uri $uri/ /index.php$uri?$args;
}
`,
  urls: [
    ...pathInfoUrls('/welcome', '/blog/view/12'),
    isRefusedUrl('/application/config/database.yml'),
    isRefusedUrl('/writable/logs/log.txt'),
  ],
  madeBy: inBothLanguages("$config['index_page'] = '' 时的网址", "URLs with $config['index_page'] = ''"),
  words: ['codeigniter', 'ci3', 'ci4'],
};

const cakephp: RewriteTemplate = {
  id: 'cakephp',
  name: sameInBothLanguages('CakePHP / Slim / Flarum'),
  note: inBothLanguages(
    '把 webroot 或 public 的内容放在网站根目录',
    'Put the contents of webroot or public in the site root',
  ),
  content: FRONT_CONTROLLER,
  urls: frontControllerUrls('/articles/view/3', '/d/12-hello'),
  madeBy: ROUTES,
  words: ['cakephp', 'slim', 'flarum', 'laminas', 'zend', 'phalcon', 'kohana', 'fuelphp'],
};

export const frameworkTemplates = [
  thinkphp,
  thinkphpPathInfo,
  laravel,
  laravelFolder,
  symfony,
  yii2,
  codeigniter,
  cakephp,
];
