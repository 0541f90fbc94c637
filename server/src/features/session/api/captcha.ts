import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import { z } from 'zod';
import type { CaptchaChallenge } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import { captchaRands } from './captcha-rand';

/** A challenge is valid for this long, ms. */
const CHALLENGE_MS = 5 * 60_000;
/** Work of an easy challenge: the largest number of tries. A phone needs well below a second. */
const EASY = 50_000;
/** The hardest challenge takes this many times as much work: some seconds in a browser. */
const HARDEST_FACTOR = 32;
/** The work for a name doubles after each so many failures. */
const FAILURES_PER_STEP = 5;

const Ticket = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().max(128),
  number: z.number().int().min(0),
  salt: z.string().max(512),
  signature: z.string().max(128),
});
type Ticket = z.infer<typeof Ticket>;

function parseTicket(text: string): Ticket | undefined {
  try {
    return Ticket.parse(JSON.parse(Buffer.from(text, 'base64').toString('utf8')));
  } catch {
    return undefined;
  }
}

interface Options {
  readonly db: Db;
  /** Key that signs challenges, so that they need not be stored before they are used. */
  readonly key: string;
  readonly now: () => number;
  /** Replaces `EASY`. */
  readonly easyWork?: number;
}

export interface Captcha {
  /** @param failures previous failures on the name that signs in */
  challenge(failures: number): Promise<CaptchaChallenge>;
  /** Consumes a solved challenge. Refuses with `captcha-missing` or `captcha-refused`. */
  redeem(solved: { rand: string; ticket: string; failures: number }): Promise<void>;
  /**
   * Consumes the `captchaRand` of an unsolved challenge, whose sender is already signed in. Refuses
   * with `captcha-refused`.
   */
  redeemRand(rand: string): Promise<void>;
}

export function makeCaptcha({ db, key, now, easyWork = EASY }: Options): Captcha {
  const workAfter = (failures: number): number =>
    easyWork * Math.min(HARDEST_FACTOR, 2 ** Math.floor(failures / FAILURES_PER_STEP));
  const rands = captchaRands(key, now);

  const useUp = async (rand: string): Promise<boolean> => {
    const row = await db
      .insertInto('captcha_used')
      .values({ rand, expires_at: new Date(now() + CHALLENGE_MS) })
      .onConflict((conflict) => conflict.column('rand').doNothing())
      .returning('rand')
      .executeTakeFirst();
    return row !== undefined;
  };

  const holds = async (ticket: Ticket, rand: string, failures: number): Promise<boolean> => {
    const signed = extractParams(ticket);
    if (signed['rand'] !== rand || !(Number(signed['until']) > now())) return false;
    // Half the work is enough: others' failures may have raised it while this challenge was being solved.
    if (Number(signed['work']) < workAfter(failures) / 2) return false;
    return verifySolution(ticket, key, false);
  };

  return {
    challenge: async (failures) => {
      const until = now() + CHALLENGE_MS;
      const captchaRand = rands.issue(until);
      const work = workAfter(failures);
      const params = { rand: captchaRand, work: String(work), until: String(until) };
      const made = await createChallenge({ algorithm: 'SHA-256', hmacKey: key, maxnumber: work, params });
      const { challenge, salt, signature } = made;
      return { captchaRand, algorithm: 'SHA-256', challenge, salt, maxnumber: work, signature };
    },
    redeem: async ({ rand, ticket, failures }) => {
      if (rand === '' || ticket === '') throw new Refusal('captcha-missing', { field: 'captchaTicket' });
      const parsed = parseTicket(ticket);
      if (!parsed || !(await holds(parsed, rand, failures)) || !(await useUp(rand)))
        throw new Refusal('captcha-refused', { field: 'captchaTicket' });
    },
    redeemRand: async (rand) => {
      if (!rands.isLive(rand) || !(await useUp(rand))) throw new Refusal('captcha-refused');
    },
  };
}
