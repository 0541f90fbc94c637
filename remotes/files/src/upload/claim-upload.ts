import { pageLocks } from '@sitedeck/sdk';

/**
 * How long to wait for the lock: so many pauses of so many ms. A page that is busy rendering uses up one pause, not
 * all of them, and finds time to learn that the lock is free.
 */
const PAUSES = 10;
const PAUSE_MS = 100;

/**
 * Makes this page the only one that runs an upload. @returns a function that releases it; undefined if
 * another page runs it
 */
export function claimUpload(id: string): Promise<(() => void) | undefined> {
  const giveUp = new AbortController();
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (pauses: number): void => {
      timer = setTimeout(() => {
        if (pauses > 1) return wait(pauses - 1);
        giveUp.abort();
        resolve(undefined);
      }, PAUSE_MS);
    };
    wait(PAUSES);
    const hold = () =>
      new Promise<void>((release) => {
        clearTimeout(timer);
        resolve(release);
      });
    pageLocks()
      .request(`sitedeck.upload.${id}`, { signal: giveUp.signal }, hold)
      .catch(() => undefined);
  });
}
