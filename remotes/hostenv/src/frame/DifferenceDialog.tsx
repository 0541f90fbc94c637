import { MODAL_WIDTH } from '@sitedeck/contract';
import { Button, Modal, useText } from '@sitedeck/ui/core';
import { useRef, useState } from 'react';
import type { Change } from './change';
import { ChangeList } from './ChangeList';
import { frameTexts } from './frame-texts';

interface Props {
  readonly title: string;
  /** One alone needs no heading. */
  readonly parts: readonly { readonly title: string; readonly changes: readonly Change[] }[];
  readonly onGone: () => void;
}

/** Shows what differs; changes nothing. */
export function DifferenceDialog({ title, parts, onGone }: Props) {
  const text = useText(frameTexts);
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
      {parts.map((part) => (
        <section key={part.title}>
          {parts.length > 1 && <strong>{part.title}</strong>}
          <ChangeList changes={part.changes} />
        </section>
      ))}
    </Modal>
  );
}
