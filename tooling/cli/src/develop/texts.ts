import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

type Catalogue = Readonly<Record<string, string>>;

const LOCALES = ['zh-CN', 'en-US'] as const;
const SKIPPED = new Set(['node_modules', 'dist', 'testing']);

/** Mistakes in the catalogues below a remote's `src`: `i18n/zh-CN.json` beside `i18n/en-US.json`. */
export function textFindings(folder: string): readonly string[] {
  const places = new Set(
    LOCALES.flatMap((locale) => filesNamed(`${locale}.json`, join(folder, 'src'))).map(dirname),
  );
  return [...places].sort().flatMap((place) => {
    const [chinese, english] = LOCALES.map((locale) => catalogue(join(place, `${locale}.json`)));
    const name = relative(folder, place);
    if (chinese === undefined) return [`${name}: zh-CN.json is not there`];
    if (english === undefined) return [`${name}: en-US.json is not there`];
    return pairFindings(chinese, english).map((finding) => `${name}: ${finding}`);
  });
}

function filesNamed(name: string, folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesNamed(name, path);
    return entry.name === name ? [path] : [];
  });
}

function catalogue(file: string): Catalogue | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Catalogue;
  } catch {
    return undefined;
  }
}

/** Chinese has one plural form, English two: both count as one text. */
const baseOf = (key: string): string => key.replace(/_(one|other)$/, '');

/** Texts by key, plural forms together. */
function byBase(all: Catalogue): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [key, text] of Object.entries(all))
    texts.set(baseOf(key), `${texts.get(baseOf(key)) ?? ''} ${text}`);
  return texts;
}

const holes = (text: string): string => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ');

export function pairFindings(chinese: Catalogue, english: Catalogue): readonly string[] {
  const [zh, en] = [byBase(chinese), byBase(english)];
  const missing = (from: ReadonlyMap<string, string>, to: ReadonlyMap<string, string>, locale: string) =>
    [...from.keys()].filter((key) => !to.has(key)).map((key) => `${key} is missing in ${locale}`);
  const empty = (all: Catalogue, locale: string) =>
    Object.entries(all)
      .filter(([, text]) => text.trim() === '')
      .map(([key]) => `${key} is empty in ${locale}`);
  const uneven = [...zh]
    .filter(([key, text]) => en.has(key) && holes(text) !== holes(en.get(key) ?? ''))
    .map(([key]) => `${key} takes other values in one language than in the other`);
  const singular = Object.keys(english)
    .filter((key) => key.endsWith('_other') && !(`${baseOf(key)}_one` in english))
    .map((key) => `${baseOf(key)}_one is missing in en-US`);
  return [
    ...missing(en, zh, 'zh-CN'),
    ...missing(zh, en, 'en-US'),
    ...empty(chinese, 'zh-CN'),
    ...empty(english, 'en-US'),
    ...uneven,
    ...singular,
  ];
}

/** Keys that are not themselves words of the language: a page that shows one lacks the text. */
export function textKeys(folder: string, locale: (typeof LOCALES)[number]): ReadonlySet<string> {
  const read = (language: string) =>
    filesNamed(`${language}.json`, join(folder, 'src')).map((file) => catalogue(file) ?? {});
  const words = new Set(read(locale).flatMap((one) => Object.values(one)));
  const keys = LOCALES.flatMap(read).flatMap((one) => Object.keys(one).map(baseOf));
  return new Set(keys.filter((key) => !words.has(key)));
}
