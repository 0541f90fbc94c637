import { createHash } from 'node:crypto';
import type { Locale } from '@sitedeck/contract';
import { conf, Conf } from '../conf';

const STYLE =
  ':root{color-scheme:light dark}' +
  'body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;box-sizing:border-box;font:16px/1.6 system-ui,sans-serif;text-align:center}' +
  'h1{margin:0;font-size:24px}p{margin:8px 0 0}';

const WORDS: Readonly<
  Record<Locale, { readonly title: string; readonly text: string; readonly act: string }>
> = {
  'zh-CN': {
    title: '控制台暂时没有响应',
    text: '服务可能正在重启或更新，请稍后重新加载。',
    act: '重新加载',
  },
  'en-US': {
    title: 'The console is not responding',
    text: 'It may be restarting or updating. Try again in a moment.',
    act: 'Reload',
  },
};

/** Longest word that nginx reads, with some margin, bytes. */
const WORD_MAX = 4000;

/** The page as an nginx word. Its link has no target, so it requests the same address again. */
export function downPage(locale: Locale): string {
  const { title, text, act } = WORDS[locale];
  const page =
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} - SiteDeck</title>` +
    `<link rel="icon" href="data:,"><style>${STYLE}</style></head>` +
    `<body><main><h1>${title}</h1><p>${text}</p><p><a href="">${act}</a></p></main></body></html>`;
  if (/['\\$\n]/.test(page) || Buffer.byteLength(page) > WORD_MAX)
    throw new Error(`not fit for a reply: ${page}`);
  return `'${page}'`;
}

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const policy = new Conf(
  `"default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'"`,
);

/** Reply to a browser that opens a page while the API is down. */
export const downPageReply: Conf = conf`location @down_page {
    internal;
    default_type text/html;
    charset utf-8;
    add_header Cache-Control no-store always;
    add_header X-Content-Type-Options nosniff always;
    add_header Content-Security-Policy ${policy} always;
    return 502 $page_down;
  }`;

/** A browser that opens a page asks for HTML; calls don't. */
export const downChoice: Conf = conf`map $request_method:$http_accept $down_reply {
    default @down;
    "~^GET:.*\btext/html\b" @down_page;
  }`;

/** What a request gets while the API is down. */
export const whileDown: Conf = conf`error_page 500 502 504 =502 $down_reply;`;
