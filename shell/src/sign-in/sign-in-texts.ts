import type { Locale } from '@sitedeck/contract';
import english from './i18n/en-US.json';
import chinese from './i18n/zh-CN.json';

export type SignInKey = keyof typeof chinese;
export type SignInText = (key: SignInKey) => string;

const CATALOGUES: Readonly<Record<Locale, Readonly<Record<SignInKey, string>>>> = {
  'zh-CN': chinese,
  'en-US': english,
};

/** Without the kit's translator: these sentences have no values and no plurals. */
export const signInText =
  (locale: Locale): SignInText =>
  (key) =>
    CATALOGUES[locale][key];
