import type { Locale } from '@sitedeck/contract';
import type { EmbedFailure } from './embed-failure';
import type { EmbedPlace } from './embed-door';
import { wordsIn } from './failure-words';

/** The portal hears why its place is empty, in the words that the place itself shows. */
export function tellFailure(tell: EmbedPlace['tell'], why: EmbedFailure, locale: Locale): void {
  if (why.is === 'auth-required') return tell('auth-required', { reason: why.reason });
  const reason = why.is === 'denied' ? why.reason : why.is;
  tell('error', { reason, message: wordsIn(locale, why) });
}
