import { domainToASCII } from 'node:url';

/** Characters that are unescaped in every spelling of an address; any other may be percent-encoded. */
const PLAIN = /[A-Za-z0-9\-._~/]/;
const ESCAPES_OR_OTHER = /(?:%[0-9A-Fa-f]{2})+|[^A-Za-z0-9\-._~/]/gu;

const hex = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
/** The character that a byte encodes if it needs no escape. */
const ESCAPES = Array.from({ length: 128 }, (_, byte) => hex(byte));

const encoded = (character: string): string =>
  ESCAPES[character.charCodeAt(0)] ?? [...Buffer.from(character)].map(hex).join('');

/**
 * Canonical spelling of a path: escapes in capitals, and every character escaped that may be. An escaped
 * letter stays escaped, because browsers never send one.
 */
export const canonicalPath = (raw: string): string =>
  raw.replace(ESCAPES_OR_OTHER, (found) => (found.length > 2 ? found.toUpperCase() : encoded(found)));

/** Like `canonicalPath`, for an address that a user enters: escapes of plain characters are decoded. */
const canonicalEntry = (entered: string): string =>
  canonicalPath(entered).replace(/%[0-9A-F]{2}/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return character !== '/' && PLAIN.test(character) ? character : escape;
  });

/** The source of a redirect: a domain, a path, or both. */
export interface RedirectSource {
  /** Punycode, lower case; undefined: any name of the site. */
  readonly domain: string | undefined;
  /** In the canonical spelling of `canonicalPath`; undefined: the complete domain. */
  readonly path: string | undefined;
}

// oxlint-disable-next-line no-control-regex -- control characters are what this refuses
const UNFIT = /[\u0000-\u001f\u007f\\?#*"<>\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?$/;
const LONE_PERCENT = /%(?![0-9A-Fa-f]{2})/;
/** nginx answers 400 to some of these; the others are control characters that no address needs. */
const ESCAPED_UNFIT = /%(?:[01][0-9A-F]|7F)/;

/** A domain name with at least one dot; undefined for addresses, ports and other text. */
export function asciiDomain(name: string): string | undefined {
  if (/[\s/:@%]/.test(name)) return undefined;
  const ascii = domainToASCII(name);
  const labels = ascii.split('.');
  const isName = ascii.length <= 253 && labels.length > 1 && labels.every((label) => LABEL.test(label));
  return isName && !/^[0-9]+$/.test(labels.at(-1) ?? '') ? ascii : undefined;
}

/** Refuses half of a surrogate pair, which has no bytes of its own. */
const isWellFormed = (text: string): boolean => Buffer.from(text).toString() === text;

function sourcePath(text: string): string | undefined {
  if (LONE_PERCENT.test(text) || !isWellFormed(text)) return undefined;
  const path = canonicalEntry(text);
  const segments = path.split('/');
  // Browsers resolve `.` and `..` before they send a path, and merge no double slashes.
  const folds = segments.some((part) => part === '.' || part === '..') || segments.slice(1, -1).includes('');
  return folds || ESCAPED_UNFIT.test(path) ? undefined : path;
}

/** Parses user input, with or without `http://`; undefined if it is not a source. */
export function readSource(text: string): RedirectSource | undefined {
  const entered = text.trim().replace(/^https?:\/\//i, '');
  if (entered === '' || UNFIT.test(entered)) return undefined;
  const slash = entered.indexOf('/');
  const name = slash === -1 ? entered : entered.slice(0, slash);
  const path = slash === -1 ? undefined : sourcePath(entered.slice(slash));
  const domain = name === '' ? undefined : asciiDomain(name);
  if ((name !== '' && domain === undefined) || (slash !== -1 && path === undefined)) return undefined;
  return { domain, path };
}

/** Equal for sources with the same meaning. */
export const sourceKey = ({ domain, path }: RedirectSource): string => `${domain ?? ''}${path ?? ''}`;
