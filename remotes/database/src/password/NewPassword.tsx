import { MODAL_WIDTH } from '@sitedeck/contract';
import { Button, Modal, SecretField, sharedTexts, useText } from '@sitedeck/ui/core';
import { useRef, useState } from 'react';
import { actTexts } from '../page/act-texts';
import { PasswordFiles } from './PasswordFiles';

interface NewProps {
  readonly password: string;
  /** The one before, which files of the site may still hold. */
  readonly previous: string;
  readonly onGone: () => void;
}

/** Shown once, with what has to be told of it. */
export function NewPassword({ password, previous, onGone }: NewProps) {
  const text = useText(actTexts);
  const shared = useText(sharedTexts);
  const [open, setOpen] = useState(true);
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open={open}
      width={MODAL_WIDTH.normal}
      title={text('password.changed')}
      mask={{ closable: false }}
      closable={{ 'aria-label': shared('act.close') }}
      destroyOnHidden
      onCancel={() => setOpen(false)}
      first={close}
      onGone={onGone}
      footer={
        <Button ref={close} onClick={() => setOpen(false)}>
          {shared('act.close')}
        </Button>
      }
    >
      <div className="db-form">
        <p>{text('password.after')}</p>
        <p>
          <span className="sd-label">{text('password.new')}</span>
          <SecretField name={text('password.new')} value={password} />
        </p>
        <PasswordFiles previous={previous} />
      </div>
    </Modal>
  );
}
