import type { Redirect } from '@sitedeck/contract';
import { canonicalPath, readSource, type RedirectSource } from './source';
import { readTarget, type RedirectTarget } from './target';

/** A parsed redirect, from which both the nginx configuration and `followRedirects` are made. */
export interface RedirectRule {
  readonly redirect: Redirect;
  readonly source: RedirectSource;
  readonly target: RedirectTarget;
  /**
   * What precedes the kept rest of the path: the source, without a slash at its end. Only with `keepPath`.
   * `always`: the source itself ends with a slash, so one always follows.
   */
  readonly kept: { readonly prefix: string; readonly slash: 'maybe' | 'always' } | undefined;
  /** Leads each address to itself over HTTPS, so it applies to plain requests only. */
  readonly upgrades: boolean;
}

export type RefusedEnd = 'source' | 'target';

const keptPath = ({ path = '/' }: RedirectSource): RedirectRule['kept'] =>
  path.endsWith('/') ? { prefix: path.slice(0, -1), slash: 'always' } : { prefix: path, slash: 'maybe' };

/** Whether a source with a domain leads to the same path of the same domain over HTTPS. */
function isUpgrade({ source, target, kept }: Pick<RedirectRule, 'source' | 'target' | 'kept'>): boolean {
  if (source.domain === undefined || target.origin !== `https://${source.domain}`) return false;
  const from = kept ? kept.prefix : (source.path ?? '');
  return canonicalPath(target.path).replace(/\/$/, '') === from.replace(/\/$/, '');
}

/** Parses a redirect; returns which end is invalid if one is. */
export function readRule(redirect: Redirect): RedirectRule | RefusedEnd {
  const source = readSource(redirect.source);
  if (!source) return 'source';
  const target = readTarget(redirect.target);
  if (!target) return 'target';
  const kept = redirect.keepPath ? keptPath(source) : undefined;
  return { redirect, source, target, kept, upgrades: isUpgrade({ source, target, kept }) };
}

/** Parts taken from a request: the slash after the source, the rest, and the query after `?` or `&`. */
export type FoundPart = 'slash' | 'rest' | 'ask' | 'and';
export type LocationPart = { readonly text: string } | { readonly found: FoundPart };

/** The `Location` of a rule, part by part. */
export function locationParts({ target, kept, redirect }: RedirectRule): readonly LocationPart[] {
  const { origin, path, query, fragment } = target;
  const found = (...parts: FoundPart[]) => parts.map((part) => ({ found: part }));
  // If the target ends with a slash, the request's slash would be a second one.
  const follows = path.endsWith('/') ? found('rest') : found('slash', 'rest');
  return [
    { text: `${origin}${path}` },
    ...(kept ? follows : []),
    { text: query },
    ...(redirect.keepQuery ? found(query === '' ? 'ask' : 'and') : []),
    { text: fragment },
  ];
}
