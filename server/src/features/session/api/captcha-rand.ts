import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const RANDOM_BYTES = 12;
/** Milliseconds since the epoch, big-endian. */
const UNTIL_BYTES = 6;
/** Of an HMAC-SHA256. */
const MAC_BYTES = 15;
const BODY_BYTES = RANDOM_BYTES + UNTIL_BYTES;

export interface CaptchaRands {
  /** base64url of random ‖ expiry ‖ MAC: known as ours without being stored. */
  issue(until: number): string;
  /** Ours and not over; says nothing of whether it was used. */
  isLive(rand: string): boolean;
}

export function captchaRands(key: string, now: () => number): CaptchaRands {
  // Named, since the key also signs challenges.
  const macOf = (body: Buffer): Buffer =>
    createHmac('sha256', key).update('captcha-rand\0').update(body).digest().subarray(0, MAC_BYTES);

  return {
    issue: (until) => {
      const body = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(UNTIL_BYTES)]);
      body.writeUIntBE(until, RANDOM_BYTES, UNTIL_BYTES);
      return Buffer.concat([body, macOf(body)]).toString('base64url');
    },
    isLive: (rand) => {
      const bytes = Buffer.from(rand, 'base64url');
      // Decoding forgives much, and a second spelling would pass as another, unused one.
      if (bytes.length !== BODY_BYTES + MAC_BYTES || bytes.toString('base64url') !== rand) return false;
      const body = bytes.subarray(0, BODY_BYTES);
      if (!timingSafeEqual(macOf(body), bytes.subarray(BODY_BYTES))) return false;
      return bytes.readUIntBE(RANDOM_BYTES, UNTIL_BYTES) > now();
    },
  };
}
