import conflictsEnglish from '../conflicts/i18n/en-US.json';
import conflictsChinese from '../conflicts/i18n/zh-CN.json';
import searchEnglish from '../search/i18n/en-US.json';
import searchChinese from '../search/i18n/zh-CN.json';
import uploadEnglish from '../upload/i18n/en-US.json';
import uploadChinese from '../upload/i18n/zh-CN.json';
import english from './en-US.json';
import chinese from './zh-CN.json';

type Catalogue = Readonly<Record<string, string>>;

const CATALOGUES: readonly (readonly [string, Catalogue, Catalogue])[] = [
  ['files', chinese, english],
  ['search', searchChinese, searchEnglish],
  ['upload', uploadChinese, uploadEnglish],
  ['conflicts', conflictsChinese, conflictsEnglish],
];

const base = (key: string) => key.replace(/_(?:one|other)$/, '');
const keysOf = (catalogue: object) => [...new Set(Object.keys(catalogue).map(base))].sort();
const holes = (words: string) => [...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe.each(CATALOGUES)('catalogue of %s', (_name, inChinese, inEnglish) => {
  it('has the same keys in both languages', () => {
    expect(keysOf(inEnglish)).toEqual(keysOf(inChinese));
  });

  it('has both forms of every English plural', () => {
    const plural = Object.keys(inEnglish).filter((key) => /_(?:one|other)$/.test(key));
    for (const key of plural)
      expect(Object.keys(inEnglish)).toContain(`${base(key)}_${key.endsWith('_one') ? 'other' : 'one'}`);
  });

  it('uses the same placeholders in both languages', () => {
    for (const [key, words] of Object.entries(inEnglish)) {
      const known = holes(inChinese[base(key)] ?? '');
      // "The last hour" has no number.
      if (key.endsWith('_one')) expect(known).toEqual(expect.arrayContaining(holes(words)));
      else expect([key, holes(words)]).toEqual([key, known]);
    }
  });
});
