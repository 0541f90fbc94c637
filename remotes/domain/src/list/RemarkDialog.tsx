import { DOMAIN_REMARK_MAX, type Domain } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { TextField, useBlocked, useText } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useRef, useState } from 'react';
import { domainApi } from '../domain.api';
import { listTexts } from './list-texts';

interface Props {
  readonly domain: Domain;
  readonly onGone: () => void;
}

/** Changes the remark of a domain. */
export function RemarkDialog({ domain, onGone }: Props) {
  const text = useText(listTexts);
  const blocked = useBlocked();
  const [remark, setRemark] = useState(domain.remark);
  const first = useRef<HTMLInputElement>(null);
  const [save] = domainApi.useRemarkDomainMutation();
  const submit = async (): Promise<FormOutcome> => {
    const { error } = await save({ body: { domain: domain.name, remark } });
    return error === undefined ? { is: 'done' } : { is: 'refused', fault: toFault(error) };
  };
  return (
    <FormDialog
      className="dm-form"
      title={text('remark.title', { name: domain.shown })}
      confirm={text('remark.save')}
      reason={blocked(text('remark.save'))}
      failed={text('remark.failed')}
      submit={submit}
      first={first}
      onGone={onGone}
    >
      <TextField
        label={text('remark')}
        value={remark}
        onChange={setRemark}
        input={first}
        maxLength={DOMAIN_REMARK_MAX}
      />
    </FormDialog>
  );
}
