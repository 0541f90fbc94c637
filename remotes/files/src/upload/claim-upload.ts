import { pageLocks } from '@sitedeck/sdk';

/** How long to wait for the lock, ms. */
const PATIENCE_MS = 1000;

/**
 * Makes this page the only one that runs an upload. @returns a function that releases it; undefined if
 * another page runs it
 */
export function claimUpload(id: string): Promise<(() => void) | undefined> {
  const give = new AbortController();
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      give.abort();
      resolve(undefined);
    }, PATIENCE_MS);
    const hold = () =>
      new Promise<void>((release) => {
        clearTimeout(timer);
        resolve(release);
      });
    pageLocks()
      .request(`sitedeck.upload.${id}`, { signal: give.signal }, hold)
      .catch(() => undefined);
  });
}
