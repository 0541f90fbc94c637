import type { Locale } from '@sitedeck/contract';
import { createTranslator, type Text } from '@sitedeck/ui/core';
import { explain } from '../remotes/AreaFailed';
import { remoteTexts, type RemoteTextKey } from '../remotes/remote-texts';
import type { EmbedFailure } from './embed-failure';
import { embedTexts, type EmbedTextKey } from './embed-texts';

/** Why an element shows no remote, in the reader's language; never empty. */
export function failureText(why: EmbedFailure, text: Text<EmbedTextKey>, words: Text<RemoteTextKey>): string {
  switch (why.is) {
    case 'auth-required':
      return text(why.reason === 'no-answer' ? 'noAnswer' : 'auth');
    case 'name-mismatch':
      return text('nameMismatch');
    case 'host-mismatch':
      return text('hostMismatch', { host: why.host });
    case 'host-conflict':
      return text('hostConflict', { open: why.open });
    case 'denied':
      return why.message || text('failed');
    case 'incompatible':
      return words('remoteOld');
    default:
      return words(explain(why).words);
  }
}

/** The same for the portal's event, without rendering anything. */
export function failureTextIn(locale: Locale, why: EmbedFailure): string {
  const translator = createTranslator(locale);
  return failureText(why, translator.text(embedTexts), translator.text(remoteTexts));
}

export const unknownAttribute = (locale: Locale, name: string): string =>
  createTranslator(locale).text(embedTexts)('unknownAttribute', { name });
