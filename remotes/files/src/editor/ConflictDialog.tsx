import { Button, Modal, useText } from '@sitedeck/ui/core';
import { useRef } from 'react';
import { editorTexts } from './editor-texts';
import type { Editor } from './use-editor';

/** Asks what to do about another user's change. Escape returns to the text and loses nothing. */
export function ConflictDialog({ editor }: { readonly editor: Editor }) {
  const text = useText(editorTexts);
  const back = useRef<HTMLButtonElement>(null);
  const { name, backToText: goOn, takeTheirs, keepMine, keepBoth, compare } = editor;
  return (
    <Modal
      open
      className="fm-conflict"
      title={text('conflict.title')}
      onCancel={goOn}
      first={back}
      footer={
        <>
          <Button ref={back} onClick={goOn}>
            {text('conflict.back')}
          </Button>
          <Button onClick={() => void keepBoth()}>{text('conflict.both')}</Button>
          <Button onClick={takeTheirs}>{text('conflict.theirs')}</Button>
          <Button onClick={keepMine}>{text('conflict.mine')}</Button>
          <Button type="primary" onClick={() => void compare()}>
            {text('conflict.compare')}
          </Button>
        </>
      }
    >
      <p>{text('conflict.body', { name })}</p>
    </Modal>
  );
}
