import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal } from '#faults/refusal';

/** The file service is started anew when it dies; it is waited for at most this long. */
const BACK = { tries: 40, everyMs: 500 };

/** What failed may be the file service itself: what it left half-written goes when it is back. */
export async function onceBack(act: () => Promise<unknown>): Promise<void> {
  for (let left = BACK.tries; ; left -= 1) {
    try {
      await act();
      return;
    } catch (error) {
      if (left <= 1 || !isRefusal(error) || error.reason !== 'engine-down') throw error;
      await sleep(BACK.everyMs);
    }
  }
}
