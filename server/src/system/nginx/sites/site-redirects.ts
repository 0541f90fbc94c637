import type { Redirect } from '@sitedeck/contract';
import { locationParts, readRule, type FoundPart, type RedirectRule } from '#system/redirects/rule';
import {
  conf,
  NOTHING,
  checkedPattern,
  UnsafeValue,
  withOwnVariables,
  type Conf,
  type OwnPiece,
} from '../conf';

/** Match steps that PCRE may take; these regular expressions take a few per character. */
const BOUND = '(*LIMIT_MATCH=10000)';

const bytes = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

/** Matches the text literally, whatever characters it contains. */
const literal = (text: string): string => text.replace(/[^A-Za-z0-9/]+/gu, (run) => bytes(run));

/** A run of escapes, in upper or lower case, or the bytes themselves, which some clients send. */
function escapedRun(run: string): string {
  const raw = [...run.matchAll(/%(..)/g)].map(([, hex = '']) => `\\x${hex.toLowerCase()}`);
  return `(?:(?i:${run})|${raw.join('')})`;
}

/** Unescaped, these characters have another meaning or end the address. */
const KEPT_ESCAPED = '(?:20|23|25|2F|3F)';
const PARTS = new RegExp(`%${KEPT_ESCAPED}|(?:%(?!${KEPT_ESCAPED})..)+|[^%]+`, 'g');

/** A path in its canonical spelling, as `canonicalPath` writes it. */
const pathPattern = (path: string): string =>
  path.replace(PARTS, (part) => {
    if (!part.startsWith('%')) return literal(part);
    return new RegExp(`^%${KEPT_ESCAPED}$`).test(part) ? `(?i:${part})` : escapedRun(part);
  });

const END = '(?:[?#]|\\z)';
/** Drops slashes after the first: two at the beginning of a redirect would name another host. */
const FOLLOWS = '(?<sd_slash>/)[/\\x5c]*+(?<sd_rest>[^?#]*+)';

/** How every request that matches a rule begins. */
function beginning({ source, kept, upgrades }: RedirectRule): string {
  const scheme = upgrades ? 'http' : 'https?';
  const domain = source.domain === undefined ? '[^/]*+' : literal(source.domain);
  return `${scheme}:${domain}${pathPattern(kept ? kept.prefix : (source.path ?? '/'))}`;
}

/** Matched against scheme, name and raw path of a request. */
function patternOf(rule: RedirectRule): string {
  const begin = `${BOUND}^${beginning(rule)}`;
  if (!rule.kept) return rule.source.path === undefined ? begin : `${begin}${END}`;
  return `${begin}${rule.kept.slash === 'always' ? FOLLOWS : `(?:${FOLLOWS})?`}${END}`;
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

function ruleOf(redirect: Redirect): RedirectRule {
  const rule = readRule(redirect);
  if (typeof rule === 'string') throw new UnsafeValue(redirect[rule]);
  return rule;
}

const rowOf = (rule: RedirectRule): Conf => conf`${checkedPattern(patternOf(rule))} ${answerOf(rule)};`;

/** Whether nginx accepts the redirect: its words are limited to a few thousand bytes. */
export function isRenderable(redirect: Redirect): boolean {
  try {
    return rowOf(ruleOf(redirect)).text !== '';
  } catch (error) {
    if (error instanceof UnsafeValue) return false;
    throw error;
  }
}

/**
 * Shared by all hosts: paths stay relative, since a site may be reached on another port; and maps for the query of
 * a request.
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

const ACME = checkedPattern(`${BOUND}^https?:[^/]*+/\\x2ewell-known/acme-challenge/`);

/** The variable of a host that holds its outcome. */
const outcome = (hostCode: string): Conf => withOwnVariables([{ variable: `sd_redirect_${hostCode}` }]);
/** The same, only evaluated for a request that begins like one of the rules. */
const found = (hostCode: string): Conf => withOwnVariables([{ variable: `sd_redirects_${hostCode}` }]);

/** Limit of patterns combined into one, characters: a word of the configuration has space for them. */
const TOGETHER = 2000;

/**
 * Combines the beginnings of many rules into few patterns, so that a request without a redirect is passed on
 * quickly.
 */
function gates(rules: readonly RedirectRule[]): readonly Conf[] {
  const groups: string[] = [];
  for (const begin of new Set(rules.map(beginning))) {
    const last = groups.at(-1);
    const hasRoom = last !== undefined && last.length + begin.length < TOGETHER;
    groups.splice(hasRoom ? -1 : groups.length, 1, hasRoom ? `${last}|${begin}` : begin);
  }
  return groups.map((begins) => checkedPattern(`${BOUND}^(?:${begins})`));
}

/**
 * Maps scheme, name and raw path of a request to its redirect. Nothing is decoded, so nothing can end a header. The first
 * match wins; ACME challenges are never redirected.
 */
export function redirectMap(hostCode: string, redirects: readonly Redirect[]): Conf {
  if (redirects.length === 0) return NOTHING;
  const rules = redirects.map(ruleOf);
  return conf`map $site_scheme:$host$request_uri ${outcome(hostCode)} {
  default "";
  ${gates(rules).map((gate) => conf`${gate} ${found(hostCode)};`)}
}
map $site_scheme:$host$request_uri ${found(hostCode)} {
  default "";
  ${ACME} "";
  ${rules.map(rowOf)}
}`;
}

/** At the beginning of a server block. */
export function redirectReply(hostCode: string, redirects: readonly Redirect[]): Conf {
  if (redirects.length === 0) return NOTHING;
  return conf`if (${outcome(hostCode)} != "") { return 301 ${outcome(hostCode)}; }`;
}
