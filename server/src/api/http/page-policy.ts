import type { BootDocument } from '@sitedeck/contract';

/** What one page may reach beside its own origin. */
export interface Reach {
  /** Origins that remotes of this page come from. */
  readonly remotes: readonly string[];
  /** Asked about, not yet confirmed: may be read, runs nothing. */
  readonly asked: readonly string[];
  /** Pages that may frame it; `self` is the console's own origin. */
  readonly ancestors: readonly string[];
}

/** Origins other than our own that remotes are loaded from. A refused one loads nothing. */
export function foreignOrigins({ remotes }: BootDocument): string[] {
  const bases = remotes.filter(({ refused }) => refused === undefined).map(({ base }) => base);
  return [...new Set(bases.filter((base) => /^https?:/.test(base)).map((base) => new URL(base).origin))];
}

export const framesOf = (ancestors: readonly string[]): string =>
  ancestors.length === 0
    ? "'none'"
    : ancestors.map((origin) => (origin === 'self' ? "'self'" : origin)).join(' ');

/** Nothing runs that the build did not bring; styles made by script carry the page's nonce. */
export function contentPolicy(nonce: string, { remotes, asked, ancestors }: Reach): string {
  const bases = remotes.map((origin) => ` ${origin}`).join('');
  const read = [...new Set([...remotes, ...asked])].map((origin) => ` ${origin}`).join('');
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

/** For browsers that do not read `frame-ancestors`; it can't name other origins, so with them it is not sent. */
export function frameHeader(ancestors: readonly string[]): Readonly<Record<string, string>> {
  if (ancestors.length === 0) return { 'x-frame-options': 'DENY' };
  return ancestors.every((origin) => origin === 'self') ? { 'x-frame-options': 'SAMEORIGIN' } : {};
}
