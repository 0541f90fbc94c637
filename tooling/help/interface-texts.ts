import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RemoteManifest, type Locale } from '@sitedeck/contract';

const ROOT = join(import.meta.dirname, '../..');

/** `[[files/editor:save]]`: a catalogue's folder and a key; `[[menu:/backup/site]]`: the title of a route. */
export const REFERENCE = /\[\[([\w/-]+):([^\]]+)\]\]/g;

type Texts = Readonly<Record<string, string>>;

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

function catalogueFile(name: string, locale: Locale): string {
  const [room = '', ...rest] = name.split('/');
  const home = room === 'shell' ? 'shell' : room === 'ui' ? 'shared/ui' : `remotes/${room}`;
  return join(ROOT, home, 'src', ...rest, 'i18n', `${locale}.json`);
}

/** Titles of all routes of the remotes, by address. */
function routeTitles(locale: Locale): Texts {
  const manifests = readdirSync(join(ROOT, 'remotes'))
    .map((name) => join(ROOT, 'remotes', name, 'remote.json'))
    .filter((file) => existsSync(file))
    .map((file) => RemoteManifest.parse(read(file)));
  return Object.fromEntries(
    manifests.flatMap(({ routes, titles }) =>
      routes.map(({ path, titleKey }) => [path, titles[locale][titleKey] ?? '']),
    ),
  );
}

function textsOf(name: string, locale: Locale): Texts {
  if (name === 'menu') return routeTitles(locale);
  const file = catalogueFile(name, locale);
  return existsSync(file) ? (read(file) as Texts) : {};
}

/** Number of leading characters that two keys share. */
const sharedStart = (one: string, other: string): number => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
};

const nearest = (key: string, texts: Texts): string =>
  Object.keys(texts)
    .sort((one, other) => sharedStart(other, key) - sharedStart(one, key))
    .slice(0, 3)
    .map((one) => `${one} (${texts[one] ?? ''})`)
    .join(', ');

/**
 * The interface's own text for a reference, so that help names controls as the console does. Throws with the nearest
 * keys for a text that does not exist or has values to fill in.
 */
export function interfaceText(locale: Locale, name: string, key: string): string {
  const texts = textsOf(name, locale);
  const text = texts[key];
  if (text !== undefined && text !== '' && !text.includes('{')) return text;
  const reason = text === undefined ? 'has no text' : 'needs values for';
  throw new Error(`The ${locale} catalogue "${name}" ${reason} "${key}". Nearest: ${nearest(key, texts)}`);
}
