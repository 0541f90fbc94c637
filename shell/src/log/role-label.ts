import type { Locale } from '@sitedeck/contract';
import { ROLE_TEXTS } from '@sitedeck/contract/action-texts';

/** Unknown roles have no label. */
export const roleLabel = (role: string, locale: Locale): string =>
  role in ROLE_TEXTS ? ROLE_TEXTS[role as keyof typeof ROLE_TEXTS][locale] : role || '—';
