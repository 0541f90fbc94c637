import type { Locale } from '@sitedeck/contract';
import { ROLE_WORDS } from '@sitedeck/contract/action-words';

/** Unknown roles have no label. */
export const roleWords = (role: string, locale: Locale): string =>
  role in ROLE_WORDS ? ROLE_WORDS[role as keyof typeof ROLE_WORDS][locale] : role || '—';
