import { DOMAINS_MAX, type BindResult, type Fault } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { useRef, useState } from 'react';
import { domainApi } from '../domain.api';
import { readLines } from './typed-lines';

/** What the server said about typed domains, by stored name. */
export type BindResults = ReadonlyMap<string, BindResult>;

type SendOutcome =
  | { readonly is: 'answered'; readonly results: readonly BindResult[] }
  | { readonly is: 'refused'; readonly fault: Fault };

const byName = (results: readonly BindResult[]): BindResults =>
  new Map(results.map((result) => [result.name ?? result.typed, result]));

const NONE: BindResults = new Map();

/** Asks the server about typed domains without binding them, and binds them. The last answer counts. */
export function useBindCheck() {
  const [results, setResults] = useState<BindResults>(NONE);
  const [fault, setFault] = useState<Fault>();
  const [ask, { isLoading }] = domainApi.useCheckDomainsMutation();
  const [bind] = domainApi.useBindDomainsMutation();
  const asked = useRef('');

  const check = async (typed: string, withWww: boolean) => {
    const domains = readLines(typed).flatMap((line) => (line.is === 'ok' ? [line.name] : []));
    const question = `${String(withWww)} ${domains.join()}`;
    if (domains.length === 0 || domains.length > DOMAINS_MAX || question === asked.current) return;
    asked.current = question;
    const { data, error } = await ask({ body: { domains, withWww, dryRun: true } });
    if (question !== asked.current) return;
    setResults(data ? byName(data.results) : NONE);
    setFault(error === undefined ? undefined : toFault(error));
  };
  const send = async (domains: readonly string[], withWww: boolean): Promise<SendOutcome> => {
    asked.current = '';
    setFault(undefined);
    const { data, error: refused } = await bind({ body: { domains: [...domains], withWww } });
    if (!data) return { is: 'refused', fault: toFault(refused) };
    setResults(byName(data.results));
    return { is: 'answered', results: data.results };
  };
  return { results, fault, isChecking: isLoading, check, send };
}
