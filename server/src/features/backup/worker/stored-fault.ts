import type { StoredFault } from '#state/backup-tables';
import type { Refusal } from '#faults/refusal';

/** A refusal as stored in a row: its message is made for each reader, in the reader's language. */
export const storedFault = ({ reason, detail }: Refusal): StoredFault => ({
  reason,
  ...(detail.values && { values: detail.values }),
});
