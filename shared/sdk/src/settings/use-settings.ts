import { useSyncExternalStore } from 'react';
import type { Locale } from '@sitedeck/contract';
import { kernel } from '../kernel/cell';
import { useSdkState } from '../kernel/use-sdk-state';
import type { ThemeChoice } from './preferences';
import { localeChosen, themeChosen } from './settings-slice';

export const useLocale = (): Locale => useSdkState((state) => state.settings.locale);

export function setLocale(locale: Locale): void {
  kernel().store.dispatch(localeChosen(locale));
}

export function setTheme(theme: ThemeChoice): void {
  kernel().store.dispatch(themeChosen(theme));
}

export type Scheme = 'light' | 'dark';

const DARK = '(prefers-color-scheme: dark)';

function subscribeToSystem(changed: () => void): () => void {
  const query = matchMedia(DARK);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** `choice` is the user's setting, `scheme` the resulting colours. */
export function useTheme(): { readonly choice: ThemeChoice; readonly scheme: Scheme } {
  const choice = useSdkState((state) => state.settings.theme);
  const systemIsDark = useSyncExternalStore(subscribeToSystem, () => matchMedia(DARK).matches);
  if (choice !== 'system') return { choice, scheme: choice };
  return { choice, scheme: systemIsDark ? 'dark' : 'light' };
}
