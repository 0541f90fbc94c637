import {
  CERTIFICATE_NAMES_MAX,
  type ChallengeWay,
  type Domain,
  type Fault,
  type KeyType,
} from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { FaultNotice, InlineAlert, useText } from '@sitedeck/ui/core';
import { Choices, FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useState } from 'react';
import { domainApi, type CertificatesReply } from '../domain.api';
import { LinkButton } from '../frame/LinkButton';
import { applyTexts } from './apply-texts';
import { NameChoice } from './NameChoice';
import { Preflight } from './Preflight';

interface Props {
  /** Domains that the certificate may hold. */
  readonly choices: readonly Domain[];
  /** Names that are ticked at first. */
  readonly chosen: readonly string[];
  readonly onGone: () => void;
}

/** The refusal when the site's folder for the validation file can't be written. */
const PROTECTED = 'certificate-directory-protected';

/** Ways that this server supports for these names: a wildcard can be proven by DNS only. */
function waysFor(names: readonly string[], data: CertificatesReply | undefined): readonly ChallengeWay[] {
  const ways = data?.ways ?? [];
  return names.some((name) => name.startsWith('*.')) ? ways.filter((way) => way === 'dns') : ways;
}

/** Requests a free certificate. What the authority will check is checked first, and each problem has its fix. */
export function ApplyDialog({ choices, chosen, onGone }: Props) {
  const text = useText(applyTexts);
  const { data } = domainApi.useListCertificatesQuery({});
  const [names, setNames] = useState(chosen);
  const [wanted, setWanted] = useState<ChallengeWay>('automatic');
  const [keyType, setKeyType] = useState<KeyType>('ecdsa');
  const [fault, setFault] = useState<Fault>();
  const [apply] = domainApi.useApplyCertificateMutation();
  const ways = waysFor(names, data);
  const way = ways.includes(wanted) ? wanted : ways[0];
  const {
    currentData: preflight,
    error,
    isFetching,
  } = domainApi.usePreflightCertificateQuery(
    { body: { names: [...names], way } },
    {
      skip: names.length === 0 || way === undefined || data?.authority === null,
      refetchOnMountOrArgChange: true,
    },
  );
  const refusal = fault ?? (error === undefined ? undefined : toFault(error));

  const submit = async (): Promise<FormOutcome> => {
    setFault(undefined);
    const { error: refused } = await apply({ body: { names: [...names], way, keyType } });
    if (refused === undefined) return { is: 'done' };
    setFault(toFault(refused));
    return { is: 'stay' };
  };
  const choose = (next: ChallengeWay) => {
    setFault(undefined);
    setWanted(next);
  };
  return (
    <FormDialog
      className="dm-form"
      title={text('title')}
      confirm={text('confirm')}
      reason={useReason({ names, data, way, canApply: preflight?.canApply })}
      busy={isFetching || data === undefined}
      failed={text('failed')}
      submit={submit}
      begins
      onGone={onGone}
    >
      {data?.authority === null && <InlineAlert kind="warning">{text('off')}</InlineAlert>}
      <NameChoice choices={choices} names={names} onChange={setNames} />
      {ways.length > 0 && way !== undefined && (
        <Choices<ChallengeWay>
          legend={text('way')}
          value={way}
          onChange={choose}
          options={ways.map((value) => ({
            value,
            label: text(`way.${value}`),
            hint: text(`way.${value}.hint`),
          }))}
        />
      )}
      <Choices<KeyType>
        legend={text('key')}
        value={keyType}
        onChange={setKeyType}
        options={(['ecdsa', 'rsa'] as const).map((value) => ({
          value,
          label: text(`key.${value}`),
          hint: text(`key.${value}.hint`),
        }))}
      />
      {preflight && <Preflight rows={preflight.rows} />}
      {refusal && (
        <FaultNotice
          what={text('failed')}
          fault={refusal}
          advice={refusal.reason === PROTECTED ? text('protected') : undefined}
          actions={
            refusal.reason === PROTECTED &&
            ways.includes('automatic') && (
              <LinkButton words={text('protected.automatic')} onClick={() => choose('automatic')} />
            )
          }
        />
      )}
    </FormDialog>
  );
}

interface Given {
  readonly names: readonly string[];
  readonly data: CertificatesReply | undefined;
  readonly way: ChallengeWay | undefined;
  /** Undefined: not checked yet. */
  readonly canApply: boolean | undefined;
}

/** Why no certificate can be requested now. */
function useReason({ names, data, way, canApply }: Given): string | undefined {
  const text = useText(applyTexts);
  if (data?.authority === null) return text('off');
  if (names.length === 0) return text('choose');
  if (names.length > CERTIFICATE_NAMES_MAX) return text('tooMany', { n: CERTIFICATE_NAMES_MAX });
  if (data !== undefined && way === undefined) return text('wildcard');
  return canApply === false ? text('fix') : undefined;
}
