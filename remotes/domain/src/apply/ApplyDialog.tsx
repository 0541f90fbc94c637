import {
  CERTIFICATE_NAMES_MAX,
  KEY_TYPES,
  type ChallengeWay,
  type Domain,
  type Fault,
  type KeyType,
} from '@sitedeck/contract';
import { FaultNotice, InlineAlert, useText } from '@sitedeck/ui/core';
import { Choices, FormDialog } from '@sitedeck/ui/form-dialog';
import { useEffect, useRef, type RefObject } from 'react';
import { LinkButton } from '../frame/LinkButton';
import { applyTexts } from './apply-texts';
import { NameChoice } from './NameChoice';
import { Preflight } from './Preflight';
import { useApply } from './use-apply';

interface Props {
  /** Domains that the certificate may hold. */
  readonly choices: readonly Domain[];
  /** Names that are ticked when the dialog opens. */
  readonly chosen: readonly string[];
  readonly onGone: () => void;
}

type Request = ReturnType<typeof useApply>;

/** Requests a free certificate, after preflight checks. Each problem is shown with its fix. */
export function ApplyDialog({ choices, chosen, onGone }: Props) {
  const text = useText(applyTexts);
  const request = useApply(chosen);
  const { data, names, keyType, preflight, refusal } = request;
  const { way, chooseAutomatic } = useAutomaticWay(request);
  return (
    <FormDialog
      className="dm-form"
      title={text('title')}
      confirm={text('confirm')}
      reason={useReason(request)}
      busy={request.isBusy}
      failed={text('failed')}
      submit={request.submit}
      begins
      onGone={onGone}
    >
      {data?.authority === null && <InlineAlert kind="warning">{text('off')}</InlineAlert>}
      <NameChoice choices={choices} names={names} onChange={request.setNames} />
      <WayChoice request={request} input={way} />
      <Choices<KeyType>
        legend={text('key')}
        value={keyType}
        onChange={request.setKeyType}
        options={KEY_TYPES.map((value) => ({
          value,
          label: text(`key.${value}`),
          hint: text(`key.${value}.hint`),
        }))}
      />
      {preflight && <Preflight rows={preflight.rows} />}
      {refusal && <Refusal fault={refusal} request={request} onAutomatic={chooseAutomatic} />}
    </FormDialog>
  );
}

/** Chooses automatic validation and moves the focus to it, since the button that does so disappears. */
function useAutomaticWay({ way: chosen, choose }: Request) {
  const way = useRef<HTMLInputElement>(null);
  const isFocusDue = useRef(false);
  useEffect(() => {
    if (isFocusDue.current) way.current?.focus();
    isFocusDue.current = false;
  }, [chosen]);
  return {
    way,
    chooseAutomatic: () => {
      isFocusDue.current = true;
      choose('automatic');
    },
  };
}

interface WayProps {
  readonly request: Request;
  /** Receives the chosen radio button. */
  readonly input: RefObject<HTMLInputElement | null>;
}

function WayChoice({ request: { ways, way, choose }, input }: WayProps) {
  const text = useText(applyTexts);
  if (way === undefined) return null;
  return (
    <Choices<ChallengeWay>
      legend={text('way')}
      value={way}
      onChange={choose}
      input={input}
      options={ways.map((value) => ({
        value,
        label: text(`way.${value}`),
        hint: text(`way.${value}.hint`),
      }))}
    />
  );
}

/** Refusal because the validation file can't be written to the site's folder. */
const PROTECTED = 'certificate-directory-protected';

interface RefusalProps {
  readonly fault: Fault;
  readonly request: Request;
  readonly onAutomatic: () => void;
}

/** Why the request was refused; for a protected folder also what to do instead. */
function Refusal({ fault, request, onAutomatic }: RefusalProps) {
  const text = useText(applyTexts);
  const isProtected = fault.reason === PROTECTED;
  return (
    <FaultNotice
      what={text('failed')}
      fault={fault}
      advice={isProtected ? text('protected') : undefined}
      actions={
        isProtected &&
        request.ways.includes('automatic') && (
          <LinkButton words={text('protected.automatic')} onClick={onAutomatic} />
        )
      }
    />
  );
}

/** Why no certificate can be requested now. */
function useReason({ names, data, way, preflight }: Request): string | undefined {
  const text = useText(applyTexts);
  if (data?.authority === null) return text('off');
  if (names.length === 0) return text('choose');
  if (names.length > CERTIFICATE_NAMES_MAX) return text('tooMany', { n: CERTIFICATE_NAMES_MAX });
  if (data !== undefined && way === undefined) return text('wildcard');
  return preflight?.canApply === false ? text('fix') : undefined;
}
