import type { Redirect } from '@sitedeck/contract';
import { locationParts, readRule, type FoundPart, type RedirectRule } from '../redirects/rule';
import { conf, NOTHING, ownPattern, UnsafeValue, withOwnVariables, type Conf, type OwnPiece } from './conf';

/** Steps that matching may take: ours take a few per character. */
const BOUND = '(*LIMIT_MATCH=10000)';

const bytes = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

/** Text as it is, whatever characters it holds. */
const literal = (text: string): string => text.replace(/[^A-Za-z0-9/]+/gu, (run) => bytes(run));

/** A run of escapes: in either case, or the bytes themselves, which some clients send. */
function escapedRun(run: string): string {
  const raw = [...run.matchAll(/%(..)/g)].map(([, hex = '']) => `\\x${hex.toLowerCase()}`);
  return `(?:(?i:${run})|${raw.join('')})`;
}

/** These mean something else, or end the address, where they are not escaped. */
const KEPT_ESCAPED = '(?:20|23|25|2F|3F)';
const PARTS = new RegExp(`%${KEPT_ESCAPED}|(?:%(?!${KEPT_ESCAPED})..)+|[^%]+`, 'g');

/** A path in its one spelling, as `canonicalPath` writes it. */
const pathPattern = (path: string): string =>
  path.replace(PARTS, (part) => {
    if (!part.startsWith('%')) return literal(part);
    return new RegExp(`^%${KEPT_ESCAPED}$`).test(part) ? `(?i:${part})` : escapedRun(part);
  });

const END = '(?:[?#]|\\z)';
/** Slashes that follow the first are left out: two at the beginning of an answer would name another host. */
const FOLLOWS = '(?<sd_slash>/)[/\\x5c]*+(?<sd_rest>[^?#]*+)';

/** Held against name and raw path of a request, which follow each other. */
function patternOf({ source, kept }: RedirectRule): string {
  const domain = source.domain === undefined ? '[^/]*+' : literal(source.domain);
  const begin = `${BOUND}^${domain}`;
  if (kept) {
    const follows = kept.slash === 'always' ? FOLLOWS : `(?:${FOLLOWS})?`;
    return `${begin}${pathPattern(kept.prefix)}${follows}${END}`;
  }
  return source.path === undefined ? `${begin}/` : `${begin}${pathPattern(source.path)}${END}`;
}

const VARIABLES = {
  slash: 'sd_slash',
  rest: 'sd_rest',
  ask: 'sd_ask',
  and: 'sd_and',
} as const satisfies Readonly<Record<FoundPart, string>>;

const answerOf = (rule: RedirectRule): Conf =>
  withOwnVariables(
    locationParts(rule).map((part): OwnPiece =>
      'text' in part ? part : { variable: VARIABLES[part.found] },
    ),
  );

function rowOf(redirect: Redirect): Conf {
  const rule = readRule(redirect);
  if (typeof rule === 'string') throw new UnsafeValue(redirect[rule]);
  return conf`${ownPattern(patternOf(rule))} ${answerOf(rule)};`;
}

/** Whether a redirect can be written into a configuration: the engine takes words of a few thousand bytes only. */
export function isRenderable(redirect: Redirect): boolean {
  try {
    return rowOf(redirect).text !== '';
  } catch (error) {
    if (error instanceof UnsafeValue) return false;
    throw error;
  }
}

/**
 * Once for all hosts: a path stays a path, since a site may be reached under another port than it listens on; and what
 * the query of a request is put behind.
 */
export const redirectQueries = conf`absolute_redirect off;
  map $args $sd_ask {
    default ?$args;
    "" "";
  }
  map $args $sd_and {
    default &$args;
    "" "";
  }`;

const ACME = ownPattern(`${BOUND}^[^/]*+/\\x2ewell-known/acme-challenge/`);

/** Of a host: its own name for the outcome. */
const outcome = (hostCode: string): Conf => withOwnVariables([{ variable: `sd_redirect_${hostCode}` }]);

/**
 * What a request is answered with, as a map from its name and raw path: nothing of it was decoded, so nothing of it
 * can end a header. The first that fits is taken; the proof of a domain is never led elsewhere.
 */
export function redirectMap(hostCode: string, redirects: readonly Redirect[]): Conf {
  if (redirects.length === 0) return NOTHING;
  return conf`map $host$request_uri ${outcome(hostCode)} {
  default "";
  ${ACME} "";
  ${redirects.map(rowOf)}
}`;
}

/** At the beginning of a server. */
export function redirectAnswer(hostCode: string, redirects: readonly Redirect[]): Conf {
  if (redirects.length === 0) return NOTHING;
  return conf`if (${outcome(hostCode)} != "") { return 301 ${outcome(hostCode)}; }`;
}
