import type { CaptchaChallenge } from '@sitedeck/contract';
import SHA256 from 'crypto-js/sha256';

/** How long to compute before the page may render and handle keys, ms. */
const SLICE_MS = 12;
/** Hashes between two checks of the clock. */
const BATCH = 64;

const yieldToPage = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** `end`: the batch had no solution, and the next one starts there. */
function tryBatch({ salt, challenge, maxnumber }: CaptchaChallenge, from: number): number | undefined {
  const end = Math.min(from + BATCH, maxnumber + 1);
  for (let number = from; number < end; number += 1) {
    if (SHA256(`${salt}${number}`).toString() === challenge) return number;
  }
  return undefined;
}

/**
 * Solves a proof of work in slices on the page's own thread: WebCrypto is four times slower for inputs this short,
 * and absent in a page without TLS. `undefined` if there is no solution.
 */
export async function solve(challenge: CaptchaChallenge): Promise<number | undefined> {
  let pauseAt = performance.now() + SLICE_MS;
  for (let from = 0; from <= challenge.maxnumber; from += BATCH) {
    const found = tryBatch(challenge, from);
    if (found !== undefined) return found;
    if (performance.now() < pauseAt) continue;
    await yieldToPage();
    pauseAt = performance.now() + SLICE_MS;
  }
  return undefined;
}

/** The ticket that sign-in sends: base64 of the JSON solution. */
export function ticketOf(
  { algorithm, challenge, salt, signature }: CaptchaChallenge,
  number: number,
): string {
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
}
