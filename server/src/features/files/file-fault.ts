import {
  FAULT_MESSAGES,
  faultMessage,
  type FaultReason,
  type FileFault,
  type Locale,
} from '@sitedeck/contract';
import { isRefusal, type RefusalDetail } from '../../system/refusal';

/** A failure inside an answer that was begun: one of several, or the end of a stream. */
export function fileFault(error: unknown, locale: Locale): FileFault {
  return isRefusal(error) ? wordsOf(error.reason, error.detail, locale) : wordsOf('internal', {}, locale);
}

function wordsOf(reason: FaultReason, { values = {} }: RefusalDetail, locale: Locale): FileFault {
  const own: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values))
    own[name] = typeof value === 'object' ? value[locale] : value;
  const { code } = FAULT_MESSAGES[reason];
  return { code, reason, message: faultMessage(reason, locale, own) };
}
