import type { StoredFault } from '../../state/backup-tables';
import type { Refusal } from '../../system/refusal';

/** A refusal as a row keeps it: words are made of it for whoever reads it. */
export function storedFault({ reason, detail }: Refusal): StoredFault {
  const plain = Object.entries(detail.values ?? {}).flatMap(([name, value]) =>
    typeof value === 'object' ? [] : [[name, String(value)] as const],
  );
  return { reason, values: Object.fromEntries(plain) };
}
