import { MODAL_WIDTH, type Fault } from '@sitedeck/contract';
import { Button, FaultNotice, LockedTip, Modal, sharedTexts, useText } from '@sitedeck/ui/core';
import { useId, useState, type ReactNode, type RefObject } from 'react';

interface Props {
  readonly title: string;
  /** What the button does: verb and object. */
  readonly confirm: string;
  readonly danger?: boolean;
  /** Why it can't be done as it stands. */
  readonly reason?: string | undefined;
  readonly isBusy: boolean;
  /** What did not happen, and why. */
  readonly refused?: { readonly what: string; readonly fault: Fault } | undefined;
  /** True: it is done, and the dialog closes. */
  readonly submit: () => Promise<boolean>;
  readonly button?: RefObject<HTMLButtonElement | null>;
  readonly first?: RefObject<HTMLElement | null>;
  readonly onGone: () => void;
  readonly children: ReactNode;
}

/** Entering what an act needs. A refusal stands in the dialog, and what was entered with it. */
export function ActDialog(props: Props) {
  const { title, confirm, danger = false, reason, isBusy, refused, button, first, onGone, children } = props;
  const shared = useText(sharedTexts);
  const form = useId();
  const [open, setOpen] = useState(true);
  const submit = async () => {
    if (reason !== undefined || isBusy) return;
    if (await props.submit()) setOpen(false);
  };
  return (
    <Modal
      open={open}
      width={MODAL_WIDTH.normal}
      title={title}
      mask={{ closable: false }}
      closable={{ 'aria-label': shared('act.close') }}
      destroyOnHidden
      onCancel={() => setOpen(false)}
      afterOpenChange={(shown) => (shown ? first?.current?.focus() : onGone())}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>{shared('act.cancel')}</Button>
          <LockedTip reason={reason}>
            <Button
              ref={button}
              type="primary"
              danger={danger}
              htmlType="submit"
              form={form}
              loading={isBusy}
            >
              {confirm}
            </Button>
          </LockedTip>
        </>
      }
    >
      <form
        id={form}
        className="db-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
        {refused && <FaultNotice what={refused.what} fault={refused.fault} />}
        {/* Enter in a field sends a form that has this. */}
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}
