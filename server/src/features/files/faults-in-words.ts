import { FAULT_MESSAGES } from '@sitedeck/contract/fault-messages';
import { faultMessage } from '@sitedeck/contract/fault-words';
import type { FaultReason, FileFault, Locale } from '@sitedeck/contract';

const isReason = (reason: string): reason is FaultReason => Object.hasOwn(FAULT_MESSAGES, reason);

/** What failed beside what did not, each with the words of its reason in the caller's language. */
export const faultsInWords = <Failed extends { readonly fault: FileFault }>(
  failed: readonly Failed[],
  locale: Locale,
): Failed[] =>
  failed.map((one) => {
    const { reason, values } = one.fault;
    if (!isReason(reason)) return one;
    return { ...one, fault: { ...one.fault, message: faultMessage(reason, locale, values) } };
  });
