import { coversName, type Certificate } from '@sitedeck/contract';

/** What happens to the domains of a certificate when it is removed. */
export interface Fallback {
  /** Domains that another certificate covers. */
  readonly kept: readonly string[];
  /** Domains without another certificate: visitors can no longer open them over HTTPS. */
  readonly lost: readonly string[];
}

/** Only certificates that have not expired count as a replacement. */
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
