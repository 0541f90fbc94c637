import { MODAL_WIDTH } from '@sitedeck/contract';
import Button from 'antd/es/button';
import { KeptFocusModal as Modal } from '../parts/KeptFocusModal';
import { useId, useRef, useState } from 'react';
import { sharedTexts } from '../i18n/shared-texts';
import { useText } from '../i18n/use-text';
import type { Question } from './confirm-context';
import { SafeHtml } from './SafeHtml';

interface Props {
  readonly question: Question;
  readonly onAnswer: (confirmed: boolean) => void;
  /** Called after the closing animation: the dialog may be removed. */
  readonly onGone: () => void;
}

/** A click on the mask never closes it, Esc cancels, and its content is destroyed on close. */
export function ConfirmDialog({ question, onAnswer, onGone }: Props) {
  const text = useText(sharedTexts);
  const [open, setOpen] = useState(true);
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const act = useRef<HTMLButtonElement>(null);
  const needsWord = question.kind === 'typed';
  const ready = !needsWord || typed === question.word;

  function answer(confirmed: boolean): void {
    if (confirmed && !ready) return;
    setOpen(false);
    onAnswer(confirmed);
  }

  return (
    <Modal
      open={open}
      width={needsWord ? MODAL_WIDTH.normal : MODAL_WIDTH.tip}
      title={question.title ?? text('confirm.title')}
      closable={{ 'aria-label': text('act.close') }}
      onCancel={() => answer(false)}
      first={{ tip: act, danger: cancelButton, typed: input }[question.kind]}
      onGone={onGone}
      footer={
        <>
          <Button ref={cancelButton} onClick={() => answer(false)}>
            {question.cancel ?? text('act.cancel')}
          </Button>
          <Button
            ref={act}
            type="primary"
            danger={question.kind !== 'tip'}
            aria-disabled={!ready}
            className={ready ? '' : 'sd-off'}
            onClick={() => answer(true)}
          >
            {question.confirm ?? text('act.confirm')}
          </Button>
        </>
      }
    >
      {question.body && <p className="sd-confirm-body">{question.body}</p>}
      {question.html && <SafeHtml html={question.html} />}
      {needsWord && (
        <WordField
          input={input}
          word={question.word}
          typed={typed}
          onType={setTyped}
          onEnter={() => answer(true)}
        />
      )}
    </Modal>
  );
}

interface WordFieldProps {
  readonly input: React.RefObject<HTMLInputElement | null>;
  readonly word: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onEnter: () => void;
}

function WordField({ input, word, typed, onType, onEnter }: WordFieldProps) {
  const id = useId();
  const text = useText(sharedTexts);
  return (
    <p>
      <label htmlFor={id} className="sd-label">
        {text('confirm.typeHint', { word })}
      </label>
      <input
        id={id}
        ref={input}
        className="sd-input"
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && onEnter()}
      />
    </p>
  );
}
