import type { Locale } from '@sitedeck/contract';
import type { EmbedFailure } from './embed-failure';
import type { EmbedPlace } from './embed-door';
import { wordsIn } from './failure-words';

/** Reports to the portal why its element is empty, in the words that the element shows. */
export function tellFailure(tell: EmbedPlace['tell'], why: EmbedFailure, locale: Locale): void {
  if (why.is === 'auth-required') return tell('auth-required', { reason: why.reason });
  const reason = why.is === 'denied' ? why.reason : why.is;
  tell('error', { reason, message: wordsIn(locale, why) });
}
