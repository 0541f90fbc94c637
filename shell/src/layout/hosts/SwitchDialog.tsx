import { MODAL_WIDTH, type HostListRecord } from '@sitedeck/contract';
import { Button, Modal, useText } from '@sitedeck/ui/core';
import { useRef } from 'react';
import { hostTexts } from './host-texts';
import { nameOf } from './HostOption';

interface Props {
  /** The chosen host; without one the dialog is closed. */
  readonly host: HostListRecord | undefined;
  readonly onAnswer: (agreed: boolean) => void;
  /** After the closing animation, which drops the focus. */
  readonly onGone: () => void;
}

/** Asks because switching would stop an upload or lose unsaved work. */
export function SwitchDialog({ host, onAnswer, onGone }: Props) {
  const text = useText(hostTexts);
  const cancelButton = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open={host !== undefined}
      width={MODAL_WIDTH.host}
      title={host && text('switch.title', { name: nameOf(host) })}
      closable={{ 'aria-label': text('close') }}
      onCancel={() => onAnswer(false)}
      first={cancelButton}
      onGone={onGone}
      footer={
        <>
          <Button ref={cancelButton} onClick={() => onAnswer(false)}>
            {text('switch.cancel')}
          </Button>
          <Button type="primary" danger onClick={() => onAnswer(true)}>
            {text('switch.confirm')}
          </Button>
        </>
      }
    >
      <p className="sd-confirm-body">{text('switch.body')}</p>
    </Modal>
  );
}
