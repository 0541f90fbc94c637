import type { ChallengeWay, Fault, KeyType } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import type { FormOutcome } from '@sitedeck/ui/form-dialog';
import { useState } from 'react';
import { domainApi, type CertificatesReply } from '../domain.api';

/** Validation methods that this server supports for these names: wildcards need DNS validation. */
function waysFor(names: readonly string[], data: CertificatesReply | undefined): readonly ChallengeWay[] {
  const ways = data?.ways ?? [];
  return names.some((name) => name.startsWith('*.')) ? ways.filter((way) => way === 'dns') : ways;
}

/** State of the dialog: names, validation method and key type, results of the preflight, and a refusal. */
export function useApply(chosen: readonly string[]) {
  const { data } = domainApi.useListCertificatesQuery({});
  const [names, setNames] = useState(chosen);
  const [wanted, setWanted] = useState<ChallengeWay>('automatic');
  const [keyType, setKeyType] = useState<KeyType>('ecdsa');
  const [fault, setFault] = useState<Fault>();
  const [apply] = domainApi.useApplyCertificateMutation();
  const ways = waysFor(names, data);
  const way = ways.includes(wanted) ? wanted : ways[0];
  const check = domainApi.usePreflightCertificateQuery(
    { body: { names: [...names], way } },
    {
      skip: names.length === 0 || way === undefined || data?.authority === null,
      refetchOnMountOrArgChange: true,
    },
  );
  const submit = async (): Promise<FormOutcome> => {
    setFault(undefined);
    const { error } = await apply({ body: { names: [...names], way, keyType } });
    if (error === undefined) return { is: 'done' };
    setFault(toFault(error));
    return { is: 'stay' };
  };
  return {
    data,
    names,
    setNames,
    ways,
    way,
    choose: (next: ChallengeWay) => (setFault(undefined), setWanted(next)),
    keyType,
    setKeyType,
    preflight: check.currentData,
    isBusy: check.isFetching || data === undefined,
    refusal: fault ?? (check.error === undefined ? undefined : toFault(check.error)),
    submit,
  };
}
