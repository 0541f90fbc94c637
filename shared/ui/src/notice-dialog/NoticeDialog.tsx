import { MODAL_WIDTH } from '@sitedeck/contract';
// By its name: a remote that brings this brings no second kit.
import { Button, Modal, sharedTexts, useText } from '@sitedeck/ui/core';
import { useRef, useState, type ReactNode } from 'react';

interface Props {
  readonly title: string;
  /** It has moved out: whoever has opened it may drop it. */
  readonly onGone: () => void;
  readonly children: ReactNode;
}

/** Shows something, asks nothing: its one button closes it and has the focus. A press beside it does not. */
export function NoticeDialog({ title, onGone, children }: Props) {
  const text = useText(sharedTexts);
  const [open, setOpen] = useState(true);
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open={open}
      width={MODAL_WIDTH.normal}
      title={title}
      mask={{ closable: false }}
      closable={{ 'aria-label': text('act.close') }}
      destroyOnHidden
      onCancel={() => setOpen(false)}
      first={close}
      onGone={onGone}
      footer={
        <Button ref={close} onClick={() => setOpen(false)}>
          {text('act.close')}
        </Button>
      }
    >
      {children}
    </Modal>
  );
}
