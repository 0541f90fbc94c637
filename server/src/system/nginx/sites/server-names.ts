import { domainToASCII } from 'node:url';
import { coversName } from '@sitedeck/contract';
import type { NodeSite } from '#system/site/site';
import { UnsafeValue } from '../conf';

const ASCII_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const WILDCARD = '*.';

/**
 * A domain as a request's Host header spells it: punycode, lower case; a wildcard keeps its `*.`. Throws on anything
 * else.
 */
export function asciiName(domain: string): string {
  const prefix = domain.startsWith(WILDCARD) ? WILDCARD : '';
  const name = domainToASCII(domain.slice(prefix.length));
  if (!ASCII_NAME.test(name)) throw new UnsafeValue(domain);
  return prefix + name;
}

/** The name under which the staging copy of a host is served. A host code has no hyphen, so no host has this name. */
export const stagingName = (hostCode: string, previewDomain: string): string =>
  `staging-${hostCode}.${previewDomain}`;

interface NameRules {
  /** Every host answers under `<hostCode>.<previewDomain>`. */
  readonly previewDomain: string;
  /** Names of the console. Neither they nor names below them, nor wildcards that cover them, belong to a host. */
  readonly reserved: readonly string[];
}

/**
 * Assigns names to hosts. If two hosts claim a name, the first in the list keeps it, so that a clash never changes
 * who answers.
 */
export function assignNames(
  sites: readonly NodeSite[],
  rules: NameRules,
): (site: NodeSite) => readonly string[] {
  const preview = (site: NodeSite) => asciiName(`${site.hostCode}.${rules.previewDomain}`);
  const taken = new Set(sites.map(preview));
  const closed = ['localhost', rules.previewDomain, ...rules.reserved];
  const isClosed = (name: string) =>
    closed.some((end) => name === end || name.endsWith(`.${end}`) || coversName(name, end));
  const claim = (name: string) => {
    if (taken.has(name) || isClosed(name)) return false;
    taken.add(name);
    return true;
  };
  return (site) => [preview(site), ...site.domains.map(asciiName).filter(claim)];
}
