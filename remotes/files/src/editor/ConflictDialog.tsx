import { MODAL_WIDTH } from '@sitedeck/contract';
import { Button, Modal, useText } from '@sitedeck/ui/core';
import { useRef } from 'react';
import { filesTexts } from '../i18n/files-texts';

interface Props {
  readonly name: string;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
  readonly onBack: () => void;
}

/** Either way something is lost, so neither is chosen by Escape: that goes back to the text. */
export function ConflictDialog({ name, onMine, onTheirs, onBack }: Props) {
  const text = useText(filesTexts);
  const back = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open
      width={MODAL_WIDTH.normal}
      title={text('conflict.title')}
      onCancel={onBack}
      afterOpenChange={(shown) => {
        if (shown) back.current?.focus();
      }}
      footer={
        <>
          <Button ref={back} onClick={onBack}>
            {text('conflict.back')}
          </Button>
          <Button onClick={onTheirs}>{text('conflict.theirs')}</Button>
          <Button type="primary" danger onClick={onMine}>
            {text('conflict.mine')}
          </Button>
        </>
      }
    >
      <p>{text('conflict.body', { name })}</p>
    </Modal>
  );
}
