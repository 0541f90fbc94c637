import { type Fault } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
// Imported from the shared facade: a remote that bundles this dialog bundles no second kit.
import {
  Button,
  FaultNotice,
  LockedTip,
  Modal,
  sharedTexts,
  showTaskStarted,
  useText,
} from '@sitedeck/ui/core';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';

/** `stay`: a value is missing or wrong; its field says so and gets the focus. */
export type FormOutcome =
  { readonly is: 'done' } | { readonly is: 'stay' } | { readonly is: 'refused'; readonly fault: Fault };

interface Props {
  readonly title: string;
  /** Label of the button: verb and object. */
  readonly confirm: string;
  /** Why the form can't be submitted now. */
  readonly reason?: string | undefined;
  readonly danger?: boolean;
  /** The form is not ready yet: the button shows that it is busy. */
  readonly busy?: boolean;
  /** Shown above a refusal. */
  readonly failed: string | ((fault: Fault) => string);
  readonly submit: () => Promise<FormOutcome>;
  /** The submit starts a task: a dot flies to the task entry. */
  readonly begins?: boolean;
  /** Gets the first focus; without it, or with `danger`, the cancel button does. */
  readonly first?: RefObject<HTMLElement | null>;
  /** Class of the form, for its layout. */
  readonly className: string;
  readonly onGone: () => void;
  readonly children: ReactNode;
}

/** A question or form with one submit. A refusal is shown in the dialog, which keeps its input. */
export function FormDialog(props: Props) {
  const { title, confirm, reason, danger = false, failed, first, className, onGone, children } = props;
  const text = useText(sharedTexts);
  const form = useId();
  const fields = useRef<HTMLFormElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const act = useRef<HTMLButtonElement>(null);
  const { open, isBusy, fault, send, close } = useSending(props, { act, fields });
  return (
    <Modal
      open={open}
      title={title}
      closable={{ 'aria-label': text('act.close') }}
      onCancel={close}
      first={danger ? cancelButton : (first ?? cancelButton)}
      onGone={onGone}
      footer={
        <>
          <Button
            ref={cancelButton}
            onClick={close}
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
        ref={fields}
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

/** An unexpected error must not keep the dialog busy for ever. */
const refused = (error: unknown): FormOutcome => ({ is: 'refused', fault: toFault(error) });

interface Parts {
  readonly act: RefObject<HTMLButtonElement | null>;
  readonly fields: RefObject<HTMLFormElement | null>;
}

/** Submits once at a time; the dialog can't be closed meanwhile. */
function useSending(props: Props, { act, fields }: Parts) {
  const { reason, busy = false, submit, begins = false } = props;
  const [open, setOpen] = useState(true);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const [stays, setStays] = useState(0);
  useEffect(() => {
    if (stays > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [stays, fields]);
  const send = async () => {
    // During its closing animation the dialog still receives keys.
    if (!open || reason !== undefined || isSending || busy) return;
    setSending(true);
    setFault(undefined);
    const outcome = await submit().catch((error: unknown) => refused(error));
    setSending(false);
    if (outcome.is === 'refused') setFault(outcome.fault);
    if (outcome.is === 'stay') setStays((count) => count + 1);
    if (outcome.is !== 'done') return;
    if (begins) showTaskStarted(act.current);
    setOpen(false);
  };
  const close = () => {
    if (!isSending) setOpen(false);
  };
  return { open, isBusy: isSending || busy, fault, send, close };
}
