/** The target of a redirect, percent-encoded: only browsers give its characters a meaning. */
export interface RedirectTarget {
  /** As in `https://new.example`; empty: this site. */
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
/** What the address parser leaves as it is and a configuration file, or a careless reader of a header, would not. */
const LEFT = /[^A-Za-z0-9\-._~/:?#[\]@!&()*+,=%]/g;
/** A name, an IPv4 or an IPv6 address: the parser lets braces and quotes pass in a name. */
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

/** As a person enters it; undefined where it is neither an http(s) address nor a path. */
export function readTarget(text: string): RedirectTarget | undefined {
  const entered = text.trim();
  if (UNFIT.test(entered) || !isWellFormed(entered)) return undefined;
  if (!WEB.test(entered) && !OWN.test(entered)) return undefined;
  const url = parsed(entered);
  // A name and a password in an address are there to deceive; an address that leads on to another begins with two slashes.
  if (!url || url.username !== '' || url.password !== '' || url.pathname.startsWith('//')) return undefined;
  if (!HOST.test(url.hostname)) return undefined;
  return {
    origin: WEB.test(entered) ? url.origin : '',
    path: encoded(url.pathname),
    query: encoded(url.search),
    fragment: encoded(url.hash),
  };
}
