import { z } from 'zod';
import type { TextPair } from './source-texts';

const Catalogue = z.record(z.string(), z.string());
type Catalogue = z.infer<typeof Catalogue>;
const Manifest = z.object({ titles: z.object({ 'en-US': Catalogue, 'zh-CN': Catalogue }) });

export const readCatalogue = (text: string): Catalogue => Catalogue.parse(JSON.parse(text));

const baseOf = (key: string): string => key.replace(/_(?:one|other)$/, '');

/** Chinese has one plural form, English two: both English forms stand beside the Chinese one. */
const chineseOf = (key: string, chinese: Catalogue): string =>
  chinese[key] ?? chinese[baseOf(key)] ?? chinese[`${baseOf(key)}_other`] ?? '';

export function catalogueTexts(english: Catalogue, chinese: Catalogue): readonly TextPair[] {
  const pairs = Object.entries(english).map(([key, text]) => ({
    key,
    english: text,
    chinese: chineseOf(key, chinese),
  }));
  const known = new Set(Object.keys(english).map(baseOf));
  const chineseOnly = Object.entries(chinese).filter(([key]) => !known.has(baseOf(key)));
  return [...pairs, ...chineseOnly.map(([key, text]) => ({ key, english: '', chinese: text }))];
}

/** Titles of a remote's pages, menu entries and slots: `remote.json`. */
export function manifestTexts(text: string): readonly TextPair[] {
  const { titles } = Manifest.parse(JSON.parse(text));
  return catalogueTexts(titles['en-US'], titles['zh-CN']);
}
