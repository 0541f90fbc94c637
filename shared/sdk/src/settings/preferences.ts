import type { Locale } from '@sitedeck/contract';

export type ThemeChoice = 'system' | 'light' | 'dark';

export interface Preferences {
  readonly locale: Locale;
  readonly theme: ThemeChoice;
}

/** Defaults while the user has chosen nothing. */
export const DEFAULT_PREFERENCES: Preferences = { locale: 'zh-CN', theme: 'system' };

const LOCALE_KEY = 'sitedeck.locale';
const THEME_KEY = 'sitedeck.theme';

const isLocale = (value: unknown): value is Locale => value === 'zh-CN' || value === 'en-US';
const isTheme = (value: unknown): value is ThemeChoice =>
  value === 'system' || value === 'light' || value === 'dark';

/** Storage may be forbidden (private mode, embedded page): then nothing is remembered. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing depends on it: the choice holds for this page.
  }
}

const LANGUAGES: Readonly<Record<string, Locale>> = { zh: 'zh-CN', en: 'en-US' };

/** The first language of the browser that the console speaks, if it speaks one of them. */
export function browserPreferences(): Partial<Preferences> {
  const [locale] = navigator.languages.flatMap((language) => {
    const known = LANGUAGES[language.toLowerCase().split('-')[0] ?? ''];
    return known === undefined ? [] : [known];
  });
  return locale === undefined ? {} : { locale };
}

/** Stored preferences first, then the given ones, then Chinese and the system's theme. */
export function readPreferences(given: Partial<Preferences> = {}): Preferences {
  const locale = stored(LOCALE_KEY);
  const theme = stored(THEME_KEY);
  return {
    locale: isLocale(locale) ? locale : (given.locale ?? DEFAULT_PREFERENCES.locale),
    theme: isTheme(theme) ? theme : (given.theme ?? DEFAULT_PREFERENCES.theme),
  };
}

export function writePreferences({ locale, theme }: Preferences): void {
  store(LOCALE_KEY, locale);
  store(THEME_KEY, theme);
}
