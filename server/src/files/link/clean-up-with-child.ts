import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal } from '#faults/refusal';

/** The supervisor restarts a file service that died; this is the longest wait for it. */
const BACK = { tries: 40, everyMs: 500 };

/** Cleans up with the host's child; retries while the file service is down. */
export async function cleanUpWithChild(act: () => Promise<unknown>): Promise<void> {
  for (let left = BACK.tries; ; left -= 1) {
    try {
      await act();
      return;
    } catch (error) {
      // A suspended host gets no child; the first one after the suspension removes what is unfinished.
      if (isRefusal(error) && error.reason === 'host-blocked') return;
      if (left <= 1 || !isRefusal(error) || error.reason !== 'engine-down') throw error;
      await sleep(BACK.everyMs);
    }
  }
}
