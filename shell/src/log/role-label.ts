import type { Locale } from '@sitedeck/contract';
import { ROLE_LABELS } from '@sitedeck/contract/action-words';

/** Unknown roles have no label. */
export const roleLabel = (role: string, locale: Locale): string =>
  role in ROLE_LABELS ? ROLE_LABELS[role as keyof typeof ROLE_LABELS][locale] : role || '—';
