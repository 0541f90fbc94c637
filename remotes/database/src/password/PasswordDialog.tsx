import {
  changeDatabasePassword,
  DATABASE_PASSWORD,
  isDatabasePassword,
  type CallReply,
} from '@sitedeck/contract';
import { call, toFault } from '@sitedeck/sdk';
import { TextField, useBlocked, useDialog, useText, useVerify } from '@sitedeck/ui/core';
import { Choices, FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useRef, useState } from 'react';
import { databaseTexts } from '../database-texts';
import { actionTexts } from '../page/action-texts';
import { NewPassword } from './NewPassword';

type Way = 'generated' | 'own';

/** Changes the database password after a step-up, then shows the new one. */
export function PasswordDialog({ onGone }: { readonly onGone: () => void }) {
  const text = useText(actionTexts);
  const acts = useText(databaseTexts);
  const blocked = useBlocked();
  const show = useDialog();
  const [way, setWay] = useState<Way>('generated');
  const [password, setPassword] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const change = useChange();
  const isUnfit = way === 'own' && !isDatabasePassword(password);

  const submit = async (): Promise<FormOutcome> => {
    setSubmitted(true);
    if (isUnfit) {
      input.current?.focus();
      return { is: 'stay' };
    }
    const changed = await change(way === 'own' ? password : undefined);
    if (changed.is !== 'changed') return changed;
    show((gone) => <NewPassword {...changed.reply} onGone={gone} />);
    return { is: 'done' };
  };

  return (
    <FormDialog
      className="db-form"
      title={acts('act.password')}
      confirm={acts('act.password')}
      reason={blocked(acts('act.password'))}
      failed={text('password.refused')}
      submit={submit}
      first={first}
      onGone={onGone}
    >
      <p>{text('password.why')}</p>
      <Choices<Way>
        legend={text('password.way')}
        value={way}
        onChange={setWay}
        input={first}
        options={(['generated', 'own'] as const).map((value) => ({
          value,
          label: text(`password.${value}`),
        }))}
      />
      {way === 'own' && (
        <TextField
          label={text('password.new')}
          input={input}
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          error={isSubmitted && isUnfit ? text('password.unfit', DATABASE_PASSWORD) : undefined}
          hint={text('password.hint', DATABASE_PASSWORD)}
        />
      )}
    </FormDialog>
  );
}

/** The new password and the previous one. */
type Reply = CallReply<typeof changeDatabasePassword>;
type ChangeOutcome =
  { readonly is: 'changed'; readonly reply: Reply } | Exclude<FormOutcome, { readonly is: 'done' }>;

function useChange(): (password: string | undefined) => Promise<ChangeOutcome> {
  const acts = useText(databaseTexts);
  const verify = useVerify();
  return async (password) => {
    try {
      const verified = await verify({
        act: 'changeDatabasePassword',
        confirm: acts('act.password'),
        run: (options) =>
          call(changeDatabasePassword, { body: password === undefined ? {} : { password } }, options),
      });
      return verified.is === 'done' ? { is: 'changed', reply: verified.value } : { is: 'stay' };
    } catch (error) {
      return { is: 'refused', fault: toFault(error) };
    }
  };
}
