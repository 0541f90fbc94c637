import type { Locale } from '@sitedeck/contract';
import { findTexts, type Texts } from './texts';

export type TextValues = Readonly<Record<string, string | number>>;
export type Text<Key extends string = string> = (key: Key, values?: TextValues) => string;

export interface Translator {
  readonly locale: Locale;
  readonly text: <Key extends string>(texts: Texts<Key> | string) => Text<Key>;
}

/**
 * The words of one mount in one language: an embedded remote may speak another language than the page around it. Values
 * stand in single braces (`{n}`), `count` chooses the plural. A key that no catalogue has is shown as it is.
 */
export function createTranslator(locale: Locale): Translator {
  const plurals = new Intl.PluralRules(locale);

  /** The form for a count where there is one. */
  const formOf = (key: string, count: unknown) =>
    typeof count === 'number' ? `${key}_${plurals.select(count)}` : key;

  return {
    locale,
    text(texts) {
      const namespace = typeof texts === 'string' ? texts : texts.namespace;
      return (key, values = {}) => {
        // Looked up each time: the texts of a remote may arrive, or be replaced by a newer version's, after this was asked for.
        const words = findTexts(namespace)?.catalogues[locale] ?? {};
        const found = words[formOf(key, values['count'])] ?? words[key] ?? key;
        return found.replace(/\{(\w+)\}/g, (_whole, name: string) => String(values[name] ?? ''));
      };
    },
  };
}
