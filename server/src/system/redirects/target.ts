/** The target of a redirect, percent-encoded: only browsers interpret its characters. */
export interface RedirectTarget {
  /** An origin like `https://new.example`; empty: this site. */
  readonly origin: string;
  /** Begins with a slash. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
  /** With its hash, or empty. */
  readonly fragment: string;
}

// oxlint-disable-next-line no-control-regex -- control characters are what this refuses
const UNFIT = /[\u0000-\u001f\u007f\\"<>\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
const WEB = /^https?:\/\/[^/]/i;
const OWN = /^\/(?!\/)/;
const NOWHERE = 'http://site.invalid';
/**
 * Characters that the URL parser leaves unescaped but that are unsafe in a configuration file or a header.
 */
const LEFT = /[^A-Za-z0-9\-._~/:?#[\]@!&()*+,=%]/g;
/** A name, an IPv4 or an IPv6 address: the parser accepts braces and quotes in a name. */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;

const encoded = (text: string): string =>
  text.replace(
    LEFT,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

function parsed(text: string): URL | undefined {
  try {
    return new URL(text, NOWHERE);
  } catch {
    return undefined;
  }
}

const isWellFormed = (text: string): boolean => Buffer.from(text).toString() === text;

/** Parses user input; undefined if it is neither an http(s) address nor a path. */
export function readTarget(text: string): RedirectTarget | undefined {
  const entered = text.trim();
  if (UNFIT.test(entered) || !isWellFormed(entered)) return undefined;
  if (!WEB.test(entered) && !OWN.test(entered)) return undefined;
  const url = parsed(entered);
  // Refuses user names and passwords, which disguise an address, and paths that begin with two slashes, which
  // lead to another host.
  if (!url || url.username !== '' || url.password !== '' || url.pathname.startsWith('//')) return undefined;
  if (!HOST.test(url.hostname)) return undefined;
  return {
    origin: WEB.test(entered) ? url.origin : '',
    path: encoded(url.pathname),
    query: encoded(url.search),
    fragment: encoded(url.hash),
  };
}
