import type { Locale } from '@sitedeck/contract';
import { HELP_PAGES, readDocument, titleOf, type HelpPage } from './help-pages';
import { interfaceText, REFERENCE } from './interface-texts';

interface Words {
  readonly topics: string;
  readonly other: { readonly locale: Locale; readonly name: string };
}

const WORDS: Readonly<Record<Locale, Words>> = {
  'zh-CN': { topics: '帮助主题', other: { locale: 'en-US', name: 'English' } },
  'en-US': { topics: 'Topics', other: { locale: 'zh-CN', name: '中文' } },
};

const MARK =
  '<svg width="26" height="24" viewBox="0 0 26 24" aria-hidden="true"><rect x="1" y="1" width="24" height="10" rx="3" class="mark"/><circle cx="6" cy="6" r="1.5" fill="#fff"/><rect x="11" y="5" width="10" height="2" rx="1" fill="#fff"/><rect x="1" y="13" width="24" height="10" rx="3" class="mark low"/><circle cx="6" cy="18" r="1.5" fill="#fff"/></svg>';

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Address of a page; unknown addresses have none of their own, so their page leads to the help center. */
const addressOf = (locale: Locale, page: HelpPage): string =>
  `/help/${locale}/${page === 'index' || page === 'missing' ? '' : page}`;

/** Chinese typography sets a space between Chinese characters and Latin letters or digits, also around a bold word. */
const spaced = (html: string): string =>
  html
    .replace(/(\p{Script=Han})(<b>[A-Za-z0-9])/gu, '$1 $2')
    .replace(/([A-Za-z0-9]<\/b>)(\p{Script=Han})/gu, '$1 $2');

/** Fills in interface words and makes links between pages absolute, since a page may answer at any depth. */
export const contentOf = (locale: Locale, page: HelpPage): string =>
  spaced(
    readDocument(locale, page).replace(
      REFERENCE,
      (_all, name: string, key: string) => `<b>${escaped(interfaceText(locale, name, key))}</b>`,
    ),
  ).replace(/href="(?:\.\/)?([a-z-]*)"/g, `href="/help/${locale}/$1"`);

function topicList(locale: Locale, current: HelpPage): string {
  const items = HELP_PAGES.map((page) => {
    const marker = page === current ? ' aria-current="page"' : '';
    return `<li><a href="${addressOf(locale, page)}"${marker}>${titleOf(readDocument(locale, page))}</a></li>`;
  });
  return `<nav aria-labelledby="topics"><h2 id="topics">${WORDS[locale].topics}</h2><ul>${items.join('')}</ul></nav>`;
}

/** One page; it runs no script and loads one style sheet. */
export function helpPage(locale: Locale, page: HelpPage): string {
  const { other } = WORDS[locale];
  const center = titleOf(readDocument(locale, 'index'));
  const title = page === 'index' ? center : `${titleOf(readDocument(locale, page))} - ${center}`;
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} - SiteDeck</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/help/help.css">
</head>
<body>
<header><a href="${addressOf(locale, 'index')}">${MARK}<span>SiteDeck</span> <span class="center">${center}</span></a>
<a href="${addressOf(other.locale, page)}" hreflang="${other.locale}" lang="${other.locale}">${other.name}</a></header>
<div class="frame${page === 'index' ? ' index' : ''}">
<main>
${contentOf(locale, page)}</main>
${topicList(locale, page)}
</div>
</body>
</html>
`;
}
