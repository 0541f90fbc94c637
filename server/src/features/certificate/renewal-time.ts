/** A certificate is renewed when a third of its lifetime is left. */
const LEFT_AT_RENEWAL = 1 / 3;
/** Spreads renewals: up to this share of the lifetime earlier. */
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
