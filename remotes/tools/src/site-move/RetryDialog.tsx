import type { MoveFailure } from '@sitedeck/contract';
import { pollTasksNow, toFault } from '@sitedeck/sdk';
import { TextField, useText } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useRef, useState } from 'react';
import { toolsApi } from '../tools.api';
import { ENTRIES_SHOWN, EntryList } from './EntryList';
import { moveTexts } from './move-texts';

interface Props {
  /** `preTaskCode` of the move. */
  readonly code: string;
  /** Number of failed files. */
  readonly count: number;
  /** The first of them. */
  readonly failed: readonly MoveFailure[];
  readonly source: string;
  readonly onGone: () => void;
}

/** Copies the failed files of a move again. Passwords are not kept, so the owner enters it again. */
export function RetryDialog({ code, count, failed, source, onGone }: Props) {
  const text = useText(moveTexts);
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [retry] = toolsApi.useRetryMoveMutation();
  const first = useRef<HTMLInputElement>(null);
  const submit = async (): Promise<FormOutcome> => {
    setMissing(password === '');
    if (password === '') return { is: 'stay' };
    const { error } = await retry({ body: { preTaskCode: code, password } });
    pollTasksNow();
    return error === undefined ? { is: 'done' } : { is: 'refused', fault: toFault(error) };
  };
  return (
    <FormDialog
      className="tl-form"
      title={text('retry.title', { count })}
      confirm={text('retry')}
      failed={text('start.failed')}
      submit={submit}
      begins
      first={first}
      onGone={onGone}
    >
      <div className="tl-stack">
        <p className="tl-break">{text('retry.body', { source })}</p>
        <EntryList entries={failed} />
        {count > ENTRIES_SHOWN && <p className="sd-hint sd-small">{text('retry.more')}</p>}
      </div>
      <TextField
        label={text('field.password')}
        type="password"
        autoComplete="new-password"
        input={first}
        value={password}
        onChange={setPassword}
        error={isMissing ? text('wrong.password') : undefined}
      />
    </FormDialog>
  );
}
