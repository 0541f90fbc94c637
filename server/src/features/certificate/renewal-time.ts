/** A certificate is renewed when a third of its time is left. */
const LEFT_AT_RENEWAL = 1 / 3;
/** Certificates of one day are not renewed at one moment: up to this part of their time earlier. */
const JITTER = 1 / 30;

interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** When a certificate is renewed, ms since 1970. */
export function renewalTime({ notBefore, notAfter }: Validity): number {
  const [from, to] = [notBefore.getTime(), notAfter.getTime()];
  return Math.round(to - (to - from) * (LEFT_AT_RENEWAL + JITTER * Math.random()));
}
