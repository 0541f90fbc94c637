import type { CaptchaChallenge } from '@sitedeck/contract';
import { wirePassword } from '@sitedeck/sdk/wire-password';
import { solve, ticketOf } from './solve';

export interface Proof {
  /** The password in its wire form. */
  readonly password: string;
  readonly captchaRand: string;
  readonly captchaTicket: string;
}

/** Everything that needs cryptography, in one script that is fetched once the user types. */
export async function prove(
  challenge: CaptchaChallenge,
  password: string,
  wireKey: string,
): Promise<Proof | undefined> {
  const number = await solve(challenge);
  if (number === undefined) return undefined;
  const { captchaRand } = challenge;
  return {
    password: wirePassword(password, captchaRand, wireKey),
    captchaRand,
    captchaTicket: ticketOf(challenge, number),
  };
}
