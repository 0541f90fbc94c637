import { toUnicode } from 'punycode/punycode.es6.js';
import { DOMAIN_MAX, DOMAIN_PATTERN } from '../call/brand';

/** Why a text can't be bound as a domain. */
export const DOMAIN_REFUSALS = ['empty', 'address', 'wildcard', 'script', 'form', 'length'] as const;
export type DomainRefusal = (typeof DOMAIN_REFUSALS)[number];

/** A domain in its two forms. */
export interface BindableDomain {
  readonly is: 'ok';
  /** As stored and served: punycode in lower case, with `*.` in front of a wildcard. */
  readonly name: string;
  /** As shown to people: Chinese characters instead of punycode. */
  readonly shown: string;
  readonly isWildcard: boolean;
}

export type DomainReading = BindableDomain | { readonly is: 'refused'; readonly why: DomainRefusal };

const WILDCARD = '*.';
/** White space and characters that a URL parser would interpret. */
const NOT_IN_NAMES = /[\s\p{Cc}/\\:@?#%[\]^|<>"`{}*]/u;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** Letters that are neither Latin letters without marks nor Chinese characters. */
const OTHER_LETTER = /(?![A-Za-z\u4e00-\u9fa5])[\p{L}\p{M}]/u;

const refused = (why: DomainRefusal): DomainReading => ({ is: 'refused', why });

/** The host name as a URL writes it (UTS 46): punycode, lower case, full-width dots as dots. */
function asciiForm(text: string): string | undefined {
  try {
    return new URL(`http://${text}/`).hostname;
  } catch {
    return undefined;
  }
}

/** Decodes a stored domain for display; invalid punycode stays as it is. */
export function shownDomain(name: string): string {
  try {
    return toUnicode(name);
  } catch {
    return name;
  }
}

/** The ASCII form of a name without `*.`, or why it is not a domain. */
function asciiNameOf(base: string): string | DomainReading {
  if (/^\[|:.*:/.test(base) || IPV4.test(base)) return refused('address');
  const name = NOT_IN_NAMES.test(base) ? undefined : asciiForm(base);
  if (name === undefined) return refused('form');
  return IPV4.test(name) ? refused('address') : name;
}

/**
 * Reads a domain that a user typed, in either form and any case. The specification's pattern is checked after `*.` is
 * taken off and punycode is decoded.
 */
export function readDomain(typed: string): DomainReading {
  const text = typed.trim().replace(/[.。]$/, '');
  if (text === '') return refused('empty');
  const isWildcard = text.startsWith(WILDCARD);
  const base = isWildcard ? text.slice(WILDCARD.length) : text;
  if (base === '' || base.includes('*')) return refused('wildcard');
  const name = asciiNameOf(base);
  if (typeof name !== 'string') return name;
  const shown = shownDomain(name);
  if (OTHER_LETTER.test(shown)) return refused('script');
  if (name.length + (isWildcard ? WILDCARD.length : 0) > DOMAIN_MAX) return refused('length');
  if (!DOMAIN_PATTERN.test(shown) || asciiForm(shown) !== name) return refused('form');
  const before = isWildcard ? WILDCARD : '';
  return { is: 'ok', name: before + name, shown: before + shown, isWildcard };
}

/** Whether a name, possibly a wildcard, covers an exact name: `*.a.com` covers `x.a.com`, not `x.y.a.com`. */
export function coversName(pattern: string, name: string): boolean {
  if (pattern === name) return true;
  return pattern.startsWith(WILDCARD) && name.slice(name.indexOf('.') + 1) === pattern.slice(WILDCARD.length);
}
