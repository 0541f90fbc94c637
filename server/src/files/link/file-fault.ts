import type { FileFault } from '@sitedeck/contract';
import { FAULT_MESSAGES } from '@sitedeck/contract/fault-messages';
import { faultMessage } from '@sitedeck/contract/fault-words';
import { isRefusal } from '#faults/refusal';
import { refusalOf } from './errno';

/** Why one of several failed, for the reply of a verb; the API puts it into the caller's language. A bug is thrown on. */
export function faultOf(error: unknown): FileFault {
  const refusal = refusalOf(error);
  if (!isRefusal(refusal)) throw error;
  const { reason, detail } = refusal;
  const values = Object.fromEntries(
    Object.entries(detail.values ?? {}).map(([name, value]) => [
      name,
      typeof value === 'object' ? value['zh-CN'] : value,
    ]),
  );
  return {
    code: FAULT_MESSAGES[reason].code,
    reason,
    message: faultMessage(reason, 'zh-CN', values),
    ...(detail.values && { values }),
  };
}
