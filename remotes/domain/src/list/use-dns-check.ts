import { DNS_NAMES_MAX, type Domain } from '@sitedeck/contract';
import { serverNow } from '@sitedeck/sdk';
import { useEffect, useRef, useState } from 'react';
import { domainApi } from '../domain.api';

/** Age at which the page repeats a DNS check automatically, ms. */
const OLD_MS = 10 * 60_000;

/** Splits names into batches, one for each call. */
export function callsFor(names: readonly string[]): readonly (readonly string[])[] {
  const calls: (readonly string[])[] = [];
  for (let from = 0; from < names.length; from += DNS_NAMES_MAX)
    calls.push(names.slice(from, from + DNS_NAMES_MAX));
  return calls;
}

const isOld = ({ dns }: Domain, now: number): boolean =>
  dns === null || now - Date.parse(dns.checkedAt) >= OLD_MS;

const NONE: ReadonlySet<string> = new Set();

/**
 * Checks the DNS of domains without a recent check, each at most once in `OLD_MS`. Returns the names that are being
 * checked. Failures stay silent, because the user did not request the check; a manual check reports them.
 */
export function useDnsCheck(domains: readonly Domain[]): ReadonlySet<string> {
  const [checking, setChecking] = useState(NONE);
  const askedAt = useRef(new Map<string, number>());
  const [ask] = domainApi.useRefreshDnsMutation();
  useEffect(() => {
    const now = serverNow();
    const wasAsked = (name: string) => now - (askedAt.current.get(name) ?? -Infinity) < OLD_MS;
    const due = domains
      .filter((domain) => isOld(domain, now) && !wasAsked(domain.name))
      .map(({ name }) => name);
    if (due.length === 0) return;
    for (const name of due) askedAt.current.set(name, now);
    setChecking((names) => new Set([...names, ...due]));
    void askAll(due);

    async function askAll(names: readonly string[]): Promise<void> {
      for (const call of callsFor(names)) {
        await ask({ body: { domains: [...call] } });
        setChecking((open) => new Set([...open].filter((name) => !call.includes(name))));
      }
    }
  }, [domains, ask]);
  return checking;
}
