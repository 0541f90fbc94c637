import type { Locale } from '@sitedeck/contract';
import { createInstance } from 'i18next';
import { findTexts, type Texts } from './texts';

export type TextValues = Readonly<Record<string, string | number>>;
export type Text<Key extends string = string> = (key: Key, values?: TextValues) => string;

export interface Translator {
  readonly locale: Locale;
  readonly text: <Key extends string>(texts: Texts<Key> | string) => Text<Key>;
}

/**
 * One i18next instance for one mount and one language: an embedded remote may use another language than the
 * page around it. Keys are flat, values are in single braces (`{n}`), `count` chooses the plural.
 */
export function createTranslator(locale: Locale): Translator {
  const i18n = createInstance();
  void i18n.init({
    lng: locale,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    // React escapes what it shows.
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
    resources: {},
  });
  const loaded = new Map<string, Texts>();

  function load(namespace: string): void {
    const texts = findTexts(namespace);
    if (!texts || loaded.get(namespace) === texts) return;
    i18n.addResourceBundle(locale, namespace, texts.catalogues[locale], false, true);
    loaded.set(namespace, texts);
  }

  return {
    locale,
    text(texts) {
      const namespace = typeof texts === 'string' ? texts : texts.namespace;
      load(namespace);
      const translate = i18n.getFixedT(locale, namespace);
      return (key, values) => translate(key, { ...values });
    },
  };
}
