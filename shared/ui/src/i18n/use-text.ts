import { createContext, useContext, useMemo } from 'react';
import type { Texts } from './texts';
import type { Text, Translator } from './translator';

export const TranslatorContext = createContext<Translator | undefined>(undefined);

export function useTranslator(): Translator {
  const translator = useContext(TranslatorContext);
  if (!translator) throw new Error('useText needs a <UiProvider> above it');
  return translator;
}

/** The texts of a feature in the language of this mount. Takes what `addTexts` returned, or its namespace. */
export function useText<Key extends string = string>(texts: Texts<Key> | string): Text<Key> {
  const translator = useTranslator();
  return useMemo(() => translator.text(texts), [translator, texts]);
}
