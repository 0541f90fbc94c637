import type { Domain } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { domainApi } from '../domain.api';
import { applyTexts } from './apply-texts';

/** Returns a function that gives the reason why no certificate can be requested for a domain; undefined if one can. */
export function useRequestReason(): (domain: Domain) => string | undefined {
  const text = useText(applyTexts);
  const { data } = domainApi.useListCertificatesQuery({});
  return ({ isWildcard }) => {
    if (data === undefined) return undefined;
    if (data.authority === null) return text('off');
    return isWildcard && !data.ways.includes('dns') ? text('wildcard') : undefined;
  };
}
