import { DOMAINS_MAX, type BindResult, type Fault } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { useEffect, useState } from 'react';
import { domainApi } from '../domain.api';
import type { TypedLine } from './typed-lines';

/** The server's results for typed domains, by stored name. */
export type BindResults = ReadonlyMap<string, BindResult>;

type SendOutcome =
  | { readonly is: 'answered'; readonly results: readonly BindResult[] }
  | { readonly is: 'refused'; readonly fault: Fault };

const byName = (results: readonly BindResult[]): BindResults =>
  new Map(results.map((result) => [result.name ?? result.typed, result]));

const NONE: BindResults = new Map();

/** Delay between the last keystroke and the check, ms. */
const PAUSE_MS = 400;

/**
 * Has the server check domains while the user types, without binding them, and binds them on `send`. Only the latest
 * reply counts.
 */
export function useBindCheck(lines: readonly TypedLine[], withWww: boolean) {
  const [results, setResults] = useState<BindResults>(NONE);
  const [fault, setFault] = useState<Fault>();
  const [ask, { isLoading }] = domainApi.useCheckDomainsMutation();
  const [bind] = domainApi.useBindDomainsMutation();
  const names = lines.flatMap((line) => (line.is === 'ok' ? [line.name] : []));
  const typed = names.join();

  useEffect(() => {
    const domains = typed === '' ? [] : typed.split(',');
    if (domains.length === 0 || domains.length > DOMAINS_MAX) return;
    let isLatest = true;
    const timer = setTimeout(() => {
      void ask({ body: { domains, withWww, dryRun: true } }).then(({ data, error }) => {
        if (!isLatest) return;
        setResults(data ? byName(data.results) : NONE);
        setFault(error === undefined ? undefined : toFault(error));
      });
    }, PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [typed, withWww, ask]);

  const send = async (): Promise<SendOutcome> => {
    setFault(undefined);
    const { data, error: refused } = await bind({ body: { domains: names, withWww } });
    if (!data) return { is: 'refused', fault: toFault(refused) };
    return { is: 'answered', results: data.results };
  };
  /** Shows the results of the domains that were not bound. */
  const show = (refusals: readonly BindResult[]) => setResults(byName(refusals));
  return { results, fault, isChecking: isLoading, send, show };
}
