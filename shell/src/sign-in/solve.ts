import type { CaptchaChallenge } from '@sitedeck/contract';
import SHA256 from 'crypto-js/sha256';

/** The page draws and types in between, ms. */
const SLICE_MS = 12;
/** Hashes between two looks at the clock. */
const BATCH = 64;

const breathe = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** The number below which the batch before `from` ended without luck. */
function tryBatch({ salt, challenge, maxnumber }: CaptchaChallenge, from: number): number | undefined {
  const end = Math.min(from + BATCH, maxnumber + 1);
  for (let number = from; number < end; number += 1) {
    if (SHA256(`${salt}${number}`).toString() === challenge) return number;
  }
  return undefined;
}

/**
 * Solves a proof of work in slices on the page's own thread: WebCrypto takes four times as long for inputs this short,
 * and a page without TLS has none. `undefined` where there is no solution.
 */
export async function solve(challenge: CaptchaChallenge): Promise<number | undefined> {
  let pauseAt = performance.now() + SLICE_MS;
  for (let from = 0; from <= challenge.maxnumber; from += BATCH) {
    const found = tryBatch(challenge, from);
    if (found !== undefined) return found;
    if (performance.now() < pauseAt) continue;
    await breathe();
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
