import { CDN_URL_MAX, coversName, type CdnDomain } from '@sitedeck/contract';

export type UrlProblem = 'invalid' | 'foreign' | 'long' | 'repeated';

/** One typed URL and what is wrong with it. */
export interface TypedUrl {
  readonly typed: string;
  readonly problem: UrlProblem | undefined;
}

type SwitchedDomain = Pick<CdnDomain, 'name' | 'isOn'>;

/** The domain that serves a host name: the one of that name, else its wildcard. */
const domainOf = (host: string, domains: readonly SwitchedDomain[]): SwitchedDomain | undefined =>
  domains.find(({ name }) => name === host) ?? domains.find(({ name }) => coversName(name, host));

function addressOf(typed: string): URL | undefined {
  if (!/^https?:\/\/[^/\s]/i.test(typed) || /\s/.test(typed)) return undefined;
  try {
    return new URL(typed);
  } catch {
    return undefined;
  }
}

function problemOf(typed: string, domains: readonly SwitchedDomain[]): UrlProblem | undefined {
  if (typed.length > CDN_URL_MAX) return 'long';
  const address = addressOf(typed);
  if (!address || address.username !== '') return 'invalid';
  // A host name in its stored form: lower case, punycode.
  return domainOf(address.hostname, domains)?.isOn ? undefined : 'foreign';
}

/** Parses URLs that are typed one per line; skips empty lines. */
export function readUrls(typed: string, domains: readonly SwitchedDomain[]): readonly TypedUrl[] {
  const seen = new Set<string>();
  return typed
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const problem = seen.has(line) ? 'repeated' : problemOf(line, domains);
      seen.add(line);
      return { typed: line, problem };
    });
}
