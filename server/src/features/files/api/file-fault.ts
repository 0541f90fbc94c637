import {
  FAULT_MESSAGES,
  faultMessage,
  type FaultReason,
  type FileFault,
  type Locale,
} from '@sitedeck/contract';
import { isRefusal, type RefusalDetail } from '#faults/refusal';

/** A failure inside an answer that was begun: one of several, or the end of a stream. */
export function fileFault(error: unknown, locale: Locale): FileFault {
  if (!isRefusal(error)) return inWords('internal', {}, locale);
  return inWords(error.reason, error.detail.values, locale);
}

function inWords(reason: FaultReason, given: RefusalDetail['values'], locale: Locale): FileFault {
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

const isReason = (reason: string): reason is FaultReason => Object.hasOwn(FAULT_MESSAGES, reason);

/** What failed beside what did not, as a child tells it, each with the words of its reason in the caller's language. */
export const faultsInWords = <Failed extends { readonly fault: FileFault }>(
  failed: readonly Failed[],
  locale: Locale,
): Failed[] =>
  failed.map((one) => {
    const { reason, values } = one.fault;
    return isReason(reason) ? { ...one, fault: inWords(reason, values, locale) } : one;
  });
