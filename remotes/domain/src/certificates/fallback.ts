import { coversName, type Certificate } from '@sitedeck/contract';

/** What becomes of the domains that a certificate serves once it is removed. */
export interface Fallback {
  /** Get another certificate that covers them. */
  readonly kept: readonly string[];
  /** Have no other one: visitors can't open them by HTTPS. */
  readonly lost: readonly string[];
}

/** Another certificate serves a domain if it covers it and has not expired. */
export function fallbackOf(
  removed: Certificate,
  certificates: readonly Certificate[],
  now: number,
): Fallback {
  const others = certificates.filter(({ id, notAfter }) => id !== removed.id && Date.parse(notAfter) > now);
  const isCovered = (name: string) =>
    others.some(({ names }) => names.some((pattern) => coversName(pattern, name)));
  return {
    kept: removed.serves.filter(isCovered),
    lost: removed.serves.filter((name) => !isCovered(name)),
  };
}
