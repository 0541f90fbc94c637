import type { FaultReason, FileFault, Locale } from '@sitedeck/contract';
import { FAULT_MESSAGES } from '@sitedeck/contract/fault-messages';
import { faultMessage, isFaultReason } from '@sitedeck/contract/fault-message';
import { isRefusal, type RefusalDetail } from '#faults/refusal';
import { refusalOf } from './errno';

function faultIn(locale: Locale, reason: FaultReason, given: RefusalDetail['values']): FileFault {
  const values = Object.fromEntries(
    Object.entries(given ?? {}).map(([name, value]) => [
      name,
      typeof value === 'object' ? value[locale] : value,
    ]),
  );
  return {
    code: FAULT_MESSAGES[reason].code,
    reason,
    message: faultMessage(reason, locale, values),
    ...(given && { values }),
  };
}

/** The fault of one file among several, for a child's reply; the API translates it. A bug is rethrown. */
export function faultOf(error: unknown): FileFault {
  const refusal = refusalOf(error);
  if (!isRefusal(refusal)) throw error;
  return faultIn('zh-CN', refusal.reason, refusal.detail.values);
}

/** A failure inside a reply that has begun: one of several, or the end of a stream. */
export function fileFault(error: unknown, locale: Locale): FileFault {
  return isRefusal(error)
    ? faultIn(locale, error.reason, error.detail.values)
    : faultIn(locale, 'internal', {});
}

/** The failed entries of a child's reply, with their messages in the caller's language. */
export const translateFaults = <Failed extends { readonly fault: FileFault }>(
  failed: readonly Failed[],
  locale: Locale,
): Failed[] =>
  failed.map((one) => {
    const { reason, values } = one.fault;
    return isFaultReason(reason) ? { ...one, fault: faultIn(locale, reason, values) } : one;
  });
