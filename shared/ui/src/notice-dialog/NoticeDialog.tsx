// Imported from the shared facade: a remote that bundles this dialog bundles no second kit.
import { Button, Modal, sharedTexts, useText } from '@sitedeck/ui/core';
import { useRef, useState, type ReactNode } from 'react';

interface Props {
  readonly title: string;
  /** Called when it has closed: the caller may remove it. */
  readonly onGone: () => void;
  readonly children: ReactNode;
}

/** A dialog that asks nothing: its one button closes it and has the focus. A click on the mask does not. */
export function NoticeDialog({ title, onGone, children }: Props) {
  const text = useText(sharedTexts);
  const [open, setOpen] = useState(true);
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open={open}
      title={title}
      closable={{ 'aria-label': text('act.close') }}
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
