import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(__dirname, '../../../..');
const SKIPPED = new Set(['node_modules', 'dist', 'testing']);

type Catalogue = Readonly<Record<string, string>>;
interface Pair {
  readonly place: string;
  readonly chinese: Catalogue;
  readonly english: Catalogue;
}

function filesNamed(name: string, folder: string): string[] {
  return readdirSync(folder).flatMap((entry) => {
    const path = join(folder, entry);
    if (SKIPPED.has(entry)) return [];
    if (statSync(path).isDirectory()) return filesNamed(name, path);
    return entry === name ? [path] : [];
  });
}

const rooms = ['shared', 'shell', 'remotes'].map((room) => join(ROOT, room));
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const place = (path: string) => relative(ROOT, path);

const features = rooms
  .flatMap((room) => filesNamed('zh-CN.json', room))
  .map((path): Pair => ({
    place: place(dirname(path)),
    chinese: read(path) as Catalogue,
    english: read(join(dirname(path), 'en-US.json')) as Catalogue,
  }));

interface Manifest {
  readonly titles: Readonly<Record<'zh-CN' | 'en-US', Catalogue>>;
}

const manifests = filesNamed('remote.json', join(ROOT, 'remotes')).map((path): Pair => {
  const { titles } = read(path) as Manifest;
  return { place: place(path), chinese: titles['zh-CN'], english: titles['en-US'] };
});

/** Chinese has one plural form, English two. */
const textKeys = (catalogue: Catalogue) =>
  [...new Set(Object.keys(catalogue).map((key) => key.replace(/_(one|other)$/, '')))].sort();

const values = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

function valuesByKey(catalogue: Catalogue): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [key, text] of Object.entries(catalogue)) {
    const base = key.replace(/_(one|other)$/, '');
    found[base] = [...new Set([...(found[base] ?? []), ...values(text)])].sort();
  }
  return found;
}

it('finds the catalogues of the kit and of the shell', () => {
  const places = features.map((pair) => pair.place);
  expect(places).toEqual(expect.arrayContaining(['shared/ui/src/i18n', 'shell/src/sign-in/i18n']));
});

describe.each([...features, ...manifests])('texts of $place', ({ chinese, english }) => {
  it('has the same keys in both languages', () => {
    expect(textKeys(english)).toEqual(textKeys(chinese));
  });

  it('takes the same values in both languages', () => {
    expect(valuesByKey(english)).toEqual(valuesByKey(chinese));
  });

  it('puts a value in single braces', () => {
    const doubled = [...Object.values(chinese), ...Object.values(english)].filter((text) =>
      /\{\{|\}\}/.test(text),
    );
    expect(doubled).toEqual([]);
  });

  it('has no empty text', () => {
    const empty = [...Object.entries(chinese), ...Object.entries(english)].filter(
      ([, text]) => text.trim() === '',
    );
    expect(empty).toEqual([]);
  });

  it('uses the same quotes: 「」 in Chinese, straight in English', () => {
    const curly = [...Object.values(chinese), ...Object.values(english)].filter((text) =>
      /[“”‘’]/.test(text),
    );
    expect(curly).toEqual([]);
  });

  it('has every plural form that English needs', () => {
    const halves = Object.keys(english)
      .filter((key) => key.endsWith('_other'))
      .filter((key) => !(key.replace(/_other$/, '_one') in english));
    expect(halves).toEqual([]);
  });
});
