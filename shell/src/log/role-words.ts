import { ROLE_WORDS, type Locale } from '@sitedeck/contract';

/** Unknown roles have no label. */
export const roleWords = (role: string, locale: Locale): string =>
  role in ROLE_WORDS ? ROLE_WORDS[role as keyof typeof ROLE_WORDS][locale] : role || '—';
