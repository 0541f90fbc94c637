import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const RANDOM_BYTES = 12;
/** Milliseconds since the epoch, big-endian. */
const UNTIL_BYTES = 6;
/** Truncated HMAC-SHA256. */
const MAC_BYTES = 15;
const BODY_BYTES = RANDOM_BYTES + UNTIL_BYTES;

export interface CaptchaRands {
  /** base64url of random bytes, expiry and MAC, so that it can be verified without being stored. */
  issue(until: number): string;
  /** Whether we issued it and it has not expired; it may have been used already. */
  isLive(rand: string): boolean;
}

export function captchaRands(key: string, now: () => number): CaptchaRands {
  // The MAC includes a name, since the key also signs challenges.
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
      // Base64 decoding is lenient: a second spelling of the same bytes would pass as another, unused value.
      if (bytes.length !== BODY_BYTES + MAC_BYTES || bytes.toString('base64url') !== rand) return false;
      const body = bytes.subarray(0, BODY_BYTES);
      if (!timingSafeEqual(macOf(body), bytes.subarray(BODY_BYTES))) return false;
      return bytes.readUIntBE(RANDOM_BYTES, UNTIL_BYTES) > now();
    },
  };
}
