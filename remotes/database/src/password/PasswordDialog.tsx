import { changeDatabasePassword, DATABASE_PASSWORD, type CallReply, type Fault } from '@sitedeck/contract';
import { call, toFault } from '@sitedeck/sdk';
import { TextField, useDialog, useText, useVerify } from '@sitedeck/ui/core';
import { useRef, useState } from 'react';
import { databaseTexts } from '../database-texts';
import { ActDialog } from '../page/ActDialog';
import { actTexts } from '../page/act-texts';
import { Choices } from '../page/Choices';
import { useBlocked } from '../page/use-blocked';
import { NewPassword } from './NewPassword';
import { isFitPassword } from './password-rule';
import { useWays } from './use-ways';

type Way = 'generated' | 'own';

/** Another password, after it is proved who asks; the new one is shown right away. */
export function PasswordDialog({ onGone }: { readonly onGone: () => void }) {
  const text = useText(actTexts);
  const acts = useText(databaseTexts);
  const blocked = useBlocked();
  const show = useDialog();
  const [way, setWay] = useState<Way>('generated');
  const [password, setPassword] = useState('');
  const [isTold, setTold] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { change, isBusy, fault } = useChange();
  const isUnfit = way === 'own' && !isFitPassword(password);

  const submit = async () => {
    setTold(true);
    if (isUnfit) {
      input.current?.focus();
      return false;
    }
    const changed = await change(way === 'own' ? password : undefined);
    if (changed === undefined) return false;
    show((gone) => <NewPassword {...changed} onGone={gone} />);
    return true;
  };

  return (
    <ActDialog
      title={acts('act.password')}
      confirm={acts('act.password')}
      reason={blocked(acts('act.password'))}
      isBusy={isBusy}
      refused={fault && { what: text('password.refused'), fault }}
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
          error={isTold && isUnfit ? text('password.unfit', DATABASE_PASSWORD) : undefined}
          hint={text('password.hint', DATABASE_PASSWORD)}
        />
      )}
    </ActDialog>
  );
}

function useChange() {
  const acts = useText(databaseTexts);
  const verify = useVerify();
  const readWays = useWays();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault>();
  /** The password in force from now on, and the one before; nothing where it was not changed. */
  const change = async (
    password: string | undefined,
  ): Promise<CallReply<typeof changeDatabasePassword> | undefined> => {
    setBusy(true);
    setFault(undefined);
    try {
      const verified = await verify({
        act: 'changeDatabasePassword',
        ways: await readWays(),
        confirm: acts('act.password'),
        run: (options) =>
          call(changeDatabasePassword, { body: password === undefined ? {} : { password } }, options),
      });
      return verified.is === 'done' ? verified.value : undefined;
    } catch (error) {
      setFault(toFault(error));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { change, isBusy, fault };
}
