import { faultMessage, type Locale } from '@sitedeck/contract';
import type { StoredFault } from '#state/backup-tables';
import type { Refusal } from '#faults/refusal';

/** A refusal as stored in a row: without a message, so that each reader gets it in the reader's language. */
export const storedFault = ({ reason, detail }: Refusal): StoredFault => ({
  reason,
  ...(detail.values && { values: detail.values }),
});

export const storedFaultMessage = ({ reason, values }: StoredFault, locale: Locale): string =>
  faultMessage(reason, locale, { ...values });
