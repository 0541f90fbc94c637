import { MODAL_WIDTH, type Fault } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
// By its name: a remote that brings this brings no second kit.
import {
  Button,
  FaultNotice,
  LockedTip,
  Modal,
  sharedTexts,
  showTaskStarted,
  useText,
} from '@sitedeck/ui/core';
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react';

/** `stay`: something is missing, and what it is stands at its field. */
export type FormOutcome =
  { readonly is: 'done' } | { readonly is: 'stay' } | { readonly is: 'refused'; readonly fault: Fault };

interface Props {
  readonly title: string;
  /** What the button does: verb and object. */
  readonly confirm: string;
  /** Why it can't be done as it stands. */
  readonly reason?: string | undefined;
  readonly danger?: boolean;
  /** What is sent can't be sent yet. */
  readonly busy?: boolean;
  /** What is told above a refusal. */
  readonly failed: string | ((fault: Fault) => string);
  readonly submit: () => Promise<FormOutcome>;
  /** A task begins: a dot shows where it went, and the console sees it at once. */
  readonly begins?: boolean;
  /** Has the focus at the start; else, and where it is dangerous, the way out has it. */
  readonly first?: RefObject<HTMLElement | null>;
  /** Of the form: how its fields stand. */
  readonly className: string;
  readonly onGone: () => void;
  readonly children: ReactNode;
}

/** One question or form that is sent. A refusal stands in the dialog, and what was entered with it. */
export function FormDialog(props: Props) {
  const { title, confirm, reason, danger = false, failed, first, className, onGone, children } = props;
  const text = useText(sharedTexts);
  const form = useId();
  const wayOut = useRef<HTMLButtonElement>(null);
  const act = useRef<HTMLButtonElement>(null);
  const { open, isBusy, fault, send, close } = useSending(props, act);
  return (
    <Modal
      open={open}
      width={MODAL_WIDTH.normal}
      title={title}
      mask={{ closable: false }}
      closable={{ 'aria-label': text('act.close') }}
      destroyOnHidden
      onCancel={close}
      first={danger ? wayOut : (first ?? wayOut)}
      onGone={onGone}
      footer={
        <>
          <Button ref={wayOut} onClick={close} aria-disabled={isBusy} className={isBusy ? 'sd-off' : ''}>
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
        className={className}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {children}
        {fault && <FaultNotice what={typeof failed === 'string' ? failed : failed(fault)} fault={fault} />}
        {/* Enter in a field sends a form that has this. */}
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}

/** Nobody is shut in by what was not foreseen. */
const refused = (error: unknown): FormOutcome => ({ is: 'refused', fault: toFault(error) });

/** Once at a time; what is on its way is waited for. */
function useSending(props: Props, act: RefObject<HTMLButtonElement | null>) {
  const { reason, busy = false, submit, begins = false } = props;
  const [open, setOpen] = useState(true);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const send = async () => {
    // While it goes away it still takes keys.
    if (!open || reason !== undefined || isSending || busy) return;
    setSending(true);
    setFault(undefined);
    const outcome = await submit().catch((error: unknown) => refused(error));
    setSending(false);
    if (outcome.is === 'refused') setFault(outcome.fault);
    if (outcome.is !== 'done') return;
    if (begins) showTaskStarted(act.current);
    setOpen(false);
  };
  const close = () => {
    if (!isSending) setOpen(false);
  };
  return { open, isBusy: isSending || busy, fault, send, close };
}
