import { MODAL_WIDTH, type Fault } from '@sitedeck/contract';
import { Button, FaultNotice, LockedTip, Modal, useText } from '@sitedeck/ui/core';
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { frameTexts } from './frame-texts';
import { taskBegan } from './task-began';

/** `stay`: something is missing, and what it is stands at its field. */
export type Outcome =
  { readonly is: 'done' } | { readonly is: 'stay' } | { readonly is: 'refused'; readonly fault: Fault };

interface Props {
  readonly title: string;
  /** What the button does: verb and object. */
  readonly confirm: string;
  /** Why it can't be done now. */
  readonly reason?: string | undefined;
  readonly danger?: boolean;
  /** What is told above a refusal. */
  readonly failed: string;
  readonly submit: () => Promise<Outcome>;
  /** A task begins: a dot shows where it went. */
  readonly begins?: boolean;
  /** Has the focus at the start; else, and where it is dangerous, the way out has it. */
  readonly first?: RefObject<HTMLElement | null>;
  readonly onGone: () => void;
  readonly children: ReactNode;
}

/** One question or form that is sent. A refusal stands in the dialog, and what was entered with it. */
export function FormDialog(props: Props) {
  const { title, confirm, reason, danger = false, failed, submit, begins = false, first, onGone } = props;
  const text = useText(frameTexts);
  const form = useId();
  const [open, setOpen] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const wayOut = useRef<HTMLButtonElement>(null);
  const act = useRef<HTMLButtonElement>(null);

  const send = async () => {
    if (reason !== undefined || isBusy) return;
    setBusy(true);
    setFault(undefined);
    const outcome = await submit();
    setBusy(false);
    if (outcome.is === 'refused') setFault(outcome.fault);
    if (outcome.is !== 'done') return;
    if (begins) taskBegan(act.current);
    setOpen(false);
  };
  const focusFirst = () => (danger ? wayOut : (first ?? wayOut)).current?.focus();
  return (
    <Modal
      open={open}
      width={MODAL_WIDTH.normal}
      title={title}
      mask={{ closable: false }}
      closable={{ 'aria-label': text('act.close') }}
      destroyOnHidden
      onCancel={() => isBusy || setOpen(false)}
      afterOpenChange={(shown) => (shown ? focusFirst() : onGone())}
      footer={
        <>
          <Button
            ref={wayOut}
            onClick={() => isBusy || setOpen(false)}
            aria-disabled={isBusy}
            className={isBusy ? 'sd-off' : ''}
          >
            {text('act.cancel')}
          </Button>
          <LockedTip reason={reason}>
            <Button ref={act} type="primary" danger={danger} htmlType="submit" form={form} loading={isBusy}>
              {confirm}
            </Button>
          </LockedTip>
        </>
      }
    >
      <form
        id={form}
        className="bk-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {props.children}
        {fault && <FaultNotice what={failed} fault={fault} />}
      </form>
    </Modal>
  );
}
