import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES, type Locale } from '@sitedeck/contract';
import { contentOf, helpPage } from './help-page';
import { HELP_PAGES, HELP_SOURCES, OTHER_PAGES, readDocument, type HelpPage } from './help-pages';
import { interfaceText, REFERENCE } from './interface-texts';

const PAGES: readonly HelpPage[] = [...HELP_PAGES, ...OTHER_PAGES];
const cases = LOCALES.flatMap((locale) => PAGES.map((page): [Locale, HelpPage] => [locale, page]));

it.each(LOCALES)('has a document for each page, and no other, in %s', (locale) => {
  const expected = PAGES.map((page) => `${page}.html`).sort();
  expect(readdirSync(join(HELP_SOURCES, locale)).sort()).toEqual(expected);
});

// A renamed key fails here with the nearest ones; a reworded text needs nothing, since the pages take it over.
it.each(cases)('names controls in the console’s own words: %s %s', (locale, page) => {
  const content = contentOf(locale, page);
  expect(content).not.toContain('[[');
  expect(readDocument(locale, page)).not.toMatch(/<(?:b|strong)>/);
});

it.each(PAGES)('sets spaces between Chinese and Latin text around names of controls: %s', (page) => {
  const content = contentOf('zh-CN', page);
  expect(content).not.toMatch(/\p{Script=Han}<b>[A-Za-z0-9]|[A-Za-z0-9]<\/b>\p{Script=Han}/u);
});

it.each(cases)('links only to pages that exist: %s %s', (locale, page) => {
  const links = [...helpPage(locale, page).matchAll(/href="(\/help\/[^"]*)"/g)].map(([, href]) => href);
  const existing = LOCALES.flatMap((one) => ['', ...HELP_PAGES].map((name) => `/help/${one}/${name}`));
  expect([...existing, '/help/help.css']).toEqual(expect.arrayContaining(links));
  expect(links).toContain(`/help/${locale}/ticket`);
});

it.each(cases)('runs no script and holds no style of its own: %s %s', (locale, page) => {
  expect(helpPage(locale, page)).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i);
});

it('has the same headings and references in both languages', () => {
  const outline = (locale: Locale, page: HelpPage) =>
    readDocument(locale, page)
      .match(/<h[12]>|\[\[[^\]]+\]\]/g)
      ?.sort();
  for (const page of HELP_PAGES) expect(outline('en-US', page)).toEqual(outline('zh-CN', page));
});

/** All source text of a room: `files/editor` is in `remotes/files`. */
function sourcesOf(catalogue: string): string {
  const [room = ''] = catalogue.split('/');
  const home = room === 'shell' ? 'shell' : room === 'ui' ? 'shared/ui' : `remotes/${room}`;
  const root = join(HELP_SOURCES, '../..', home, 'src');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n');
}

it.each(PAGES)('names only controls that the console shows: %s', (page) => {
  const unused = [...readDocument('zh-CN', page).matchAll(REFERENCE)].filter(([, name = '', key = '']) => {
    if (name === 'menu') return false;
    const sources = sourcesOf(name);
    const end = key.lastIndexOf('.') + 1;
    // A computed key, such as `act.${act}`, has its last part as a word of the code.
    const isComputed =
      sources.includes(`\`${key.slice(0, end)}\${`) && sources.includes(`'${key.slice(end)}'`);
    return !isComputed && !sources.includes(`'${key}'`);
  });
  expect(unused.map(([reference]) => reference)).toEqual([]);
});

it('reports an unknown reference with the nearest keys', () => {
  expect(() => interfaceText('en-US', 'files', 'act.uploadFile')).toThrow(
    /"act\.uploadFile".*act\.uploadFiles \(/,
  );
  expect(() => interfaceText('zh-CN', 'files', 'select.count')).toThrow('needs values');
  expect(() => interfaceText('zh-CN', 'menu', '/unknown')).toThrow('has no text');
});
