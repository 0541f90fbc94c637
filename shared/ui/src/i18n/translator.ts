import type { Locale } from '@sitedeck/contract';
import { findTexts, type Catalogue, type Texts } from './texts';

export type TextValues = Readonly<Record<string, string | number>>;
export type Text<Key extends string = string> = (key: Key, values?: TextValues) => string;

export interface Translator {
  readonly locale: Locale;
  readonly text: <Key extends string>(texts: Texts<Key> | string) => Text<Key>;
}

/**
 * One translator for one mount: an embedded remote may use another language than the page around it. Keys are flat,
 * values are in single braces (`{n}`), and `count` chooses the plural. A key without a text is shown as it is.
 */
export function createTranslator(locale: Locale): Translator {
  const plurals = new Intl.PluralRules(locale);

  function find(catalogue: Catalogue, key: string, count: TextValues[string] | undefined): string {
    const plural = typeof count === 'number' ? catalogue[`${key}_${plurals.select(count)}`] : undefined;
    return plural ?? catalogue[key] ?? key;
  }

  return {
    locale,
    text(texts) {
      const namespace = typeof texts === 'string' ? texts : texts.namespace;
      return (key, values = {}) => {
        const catalogue = findTexts(namespace)?.catalogues[locale] ?? {};
        return fill(find(catalogue, key, values['count']), values);
      };
    },
  };
}

/** Values are not escaped: React escapes what it shows. Braces in a value stay as they are. */
const fill = (text: string, values: TextValues): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
