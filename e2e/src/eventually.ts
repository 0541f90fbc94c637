import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Tries until `check` passes; rejects with its last failure after `timeoutMs`. Use it for events in another process
 * that sends the test no notice.
 */
export async function eventually<T>(check: () => Promise<T>, timeoutMs = 120_000): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}
