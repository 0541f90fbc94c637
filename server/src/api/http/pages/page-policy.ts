import type { BootDocument } from '@sitedeck/contract';

/** Which other origins a page may use. */
export interface PageOrigins {
  /** Origins from which this page loads remotes. */
  readonly remotes: readonly string[];
  /**
   * Origins that the address asks about and the user has not confirmed: the page may read from them but runs
   * nothing of theirs.
   */
  readonly proposed: readonly string[];
  /** Origins whose pages may frame this page; `self` is the console's own origin. */
  readonly ancestors: readonly string[];
}

/** Foreign origins that remotes are loaded from. A refused remote loads nothing. */
export function foreignOrigins({ remotes }: BootDocument): string[] {
  const bases = remotes.filter(({ refused }) => refused === undefined).map(({ base }) => base);
  return [...new Set(bases.filter((base) => /^https?:/.test(base)).map((base) => new URL(base).origin))];
}

export const framesOf = (ancestors: readonly string[]): string =>
  ancestors.length === 0
    ? "'none'"
    : ancestors.map((origin) => (origin === 'self' ? "'self'" : origin)).join(' ');

/** The page runs only what the build contains; styles that scripts create carry the page's nonce. */
export function contentPolicy(nonce: string, { remotes, proposed, ancestors }: PageOrigins): string {
  const bases = remotes.map((origin) => ` ${origin}`).join('');
  const read = [...new Set([...remotes, ...proposed])].map((origin) => ` ${origin}`).join('');
  return [
    "default-src 'self'",
    `script-src 'self'${bases}`,
    `style-src 'self' 'nonce-${nonce}'${bases}`,
    `connect-src 'self'${read}`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framesOf(ancestors)}`,
  ].join('; ');
}

/**
 * X-Frame-Options, for browsers that ignore `frame-ancestors`. It can't name other origins, so it is not sent
 * if there are any.
 */
export function frameHeader(ancestors: readonly string[]): Readonly<Record<string, string>> {
  if (ancestors.length === 0) return { 'x-frame-options': 'DENY' };
  return ancestors.every((origin) => origin === 'self') ? { 'x-frame-options': 'SAMEORIGIN' } : {};
}
