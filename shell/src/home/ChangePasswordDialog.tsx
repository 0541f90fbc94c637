import { PASSWORD_LENGTH } from '@sitedeck/contract/constants';
import { Button, Modal, TextField, useDialog, useText } from '@sitedeck/ui/core';
import { generatePassword } from '@sitedeck/ui/generate-password';
import { useCallback, useId, useRef, useState, type SyntheticEvent } from 'react';
import { useVhostInfoQuery } from './home.api';
import { leaveForSignIn } from './password/leave-for-sign-in';
import { strengthOf } from './password/new-password';
import { passwordTexts } from './password/password-texts';
import { useNewPassword, type Problem } from './password/use-new-password';

/** Opens the dialog that changes the password of console and FTP. */
export function useChangePassword(): () => void {
  const show = useDialog();
  return useCallback(() => show((gone) => <ChangePasswordDialog onGone={gone} />), [show]);
}

const left = (): void => leaveForSignIn(window);

export function ChangePasswordDialog({
  onGone,
  onChanged = left,
}: {
  readonly onGone: () => void;
  readonly onChanged?: () => void;
}) {
  const text = useText(passwordTexts);
  const form = useId();
  const [open, setOpen] = useState(true);
  const input = useRef<HTMLInputElement>(null);
  const focus = () => input.current?.focus();
  const { data: host } = useVhostInfoQuery({});
  const entry = useNewPassword({ act: text('act'), onChanged, onRefused: focus });
  const off = entry.busy || !host;

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    entry.submit(host?.verify);
  }

  return (
    <Modal
      open={open}
      title={text('title')}
      onCancel={() => setOpen(false)}
      first={input}
      onGone={onGone}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>{text('cancel')}</Button>
          <Button type="primary" htmlType="submit" form={form} aria-disabled={off} loading={entry.busy}>
            {text('act')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <p className="sd-confirm-body">{text('why')}</p>
        <br />
        <NewPasswordField entry={entry} input={input} />
      </form>
    </Modal>
  );
}

interface FieldProps {
  readonly entry: ReturnType<typeof useNewPassword>;
  readonly input: React.RefObject<HTMLInputElement | null>;
}

function NewPasswordField({ entry, input }: FieldProps) {
  const text = useText(passwordTexts);
  const [shown, setShown] = useState(false);
  const { password, problem } = entry;
  const words = (given: Problem) =>
    given.is === 'refused' ? given.message : text(given.flaw, given.flaw === 'short' ? PASSWORD_LENGTH : {});

  function generate(): void {
    entry.type(generatePassword());
    setShown(true);
    input.current?.focus();
  }

  return (
    <TextField
      label={text('new')}
      input={input}
      type={shown ? 'text' : 'password'}
      autoComplete="new-password"
      value={password}
      error={problem && words(problem)}
      onChange={entry.type}
      onBlur={() => password !== '' && entry.check()}
      hint={
        <>
          {text('hint', PASSWORD_LENGTH)}
          {password !== '' && (
            <span role="status"> · {text('strength', { word: text(strengthOf(password)) })}</span>
          )}
        </>
      }
      end={
        <>
          <Button aria-label={text(shown ? 'hideName' : 'showName')} onClick={() => setShown(!shown)}>
            {text(shown ? 'hide' : 'show')}
          </Button>
          <Button onClick={generate}>{text('generate')}</Button>
        </>
      }
    />
  );
}
