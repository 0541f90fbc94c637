/** Pages of the web server itself, shown instead of a site. In both languages; they load no other file. */
interface Words {
  readonly title: string;
  readonly zh: string;
  readonly en: string;
}

const style =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.7 system-ui,sans-serif;background:#f5f7fa;color:#1f2329}' +
  'main{padding:24px;text-align:center}h1{margin:0 0 8px;font-size:22px;font-weight:600}p{margin:0;color:#5c6470}' +
  '@media(prefers-color-scheme:dark){body{background:#16181d;color:#e8eaed}p{color:#a2a9b4}}';

const page = ({ title, zh, en }: Words): string =>
  `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
<main><h1>${title}</h1><p>${zh}</p><p lang="en">${en}</p></main>
</html>
`;

/** Shown at the root of a site until it contains a default document. Not a file of the site. */
const STARTER_PAGE = page({
  title: '网站已创建',
  zh: '上传文件到 wwwroot 文件夹，即可替换本页。',
  en: 'The site is ready. Upload files to the wwwroot folder to replace this page.',
});

export const PAGES = {
  starter: STARTER_PAGE,
  closed: page({
    title: '网站已关闭',
    zh: '网站所有者暂时关闭了本站，请稍后再来。',
    en: 'The owner has closed this site for now. Please come back later.',
  }),
  blocked: page({
    title: '网站已暂停服务',
    zh: '如果你是网站所有者，请联系服务商。',
    en: 'This site is suspended. If it is yours, please contact your provider.',
  }),
  'no-php': page({
    title: 'PHP 暂不可用',
    zh: '服务器未安装 PHP，静态页面不受影响。',
    en: 'PHP is not installed on this server. Static pages still work.',
  }),
  'no-net': page({
    title: '.NET 暂不可用',
    zh: '服务器未安装 .NET 运行环境，静态页面不受影响。',
    en: '.NET is not installed on this server. Static pages still work.',
  }),
} as const;

/** Shown when the program of a site does not start; its starter sends it, so it is not among the files. */
export const UNAVAILABLE_PAGE = page({
  title: '网站暂时无法打开',
  zh: '网站的程序没有启动，请稍后再来。',
  en: 'The program of this site does not start. Please come back later.',
});

/** Shown when a program of the site fails. `words`: the owner's text, escaped; its line breaks are kept. */
export const errorTextPage = (words: string): string =>
  page({ title: '500', zh: `<span style="white-space:pre-line">${words}</span>`, en: '' });

export type PageName = keyof typeof PAGES;
