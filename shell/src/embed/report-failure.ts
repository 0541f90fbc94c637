import type { Locale } from '@sitedeck/contract';
import type { EmbedFailure } from './embed-failure';
import type { EmbedElement } from './embed-api';
import { failureTextIn } from './failure-text';

/** Reports to the portal why its element is empty, in the words that the element shows. */
export function reportFailure(dispatch: EmbedElement['dispatch'], why: EmbedFailure, locale: Locale): void {
  if (why.is === 'auth-required') return dispatch('auth-required', { reason: why.reason });
  const reason = why.is === 'denied' ? why.reason : why.is;
  dispatch('error', { reason, message: failureTextIn(locale, why) });
}
