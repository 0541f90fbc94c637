import { MODAL_WIDTH, type Fault } from '@sitedeck/contract';
import { Button, FaultNotice, LockedTip, Modal, useText } from '@sitedeck/ui/core';
import { useState, type ReactNode, type RefObject } from 'react';
import { frameTexts } from './frame-texts';
import type { SaveOutcome } from './use-settings-save';

interface Props {
  readonly title: string;
  /** What the button does. */
  readonly confirm: string;
  /** Why it can't be done as it stands. */
  readonly reason: string | undefined;
  /** Undefined: nothing was sent, the fields say why. */
  readonly submit: () => Promise<SaveOutcome | undefined>;
  readonly first?: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
  readonly onGone: () => void;
  readonly children: ReactNode;
}

/** Entering one thing that is saved at once. A refusal stands in the dialog, and what was entered with it. */
export function EntryDialog({ title, confirm, reason, submit, first, onGone, children }: Props) {
  const text = useText(frameTexts);
  const [open, setOpen] = useState(true);
  const [isSaving, setSaving] = useState(false);
  const [fault, setFault] = useState<Fault>();

  const send = async () => {
    if (reason !== undefined || isSaving) return;
    setSaving(true);
    setFault(undefined);
    const outcome = await submit();
    setSaving(false);
    if (outcome?.is === 'saved') setOpen(false);
    else setFault(outcome?.fault);
  };
  return (
    <Modal
      open={open}
      width={MODAL_WIDTH.normal}
      title={title}
      mask={{ closable: false }}
      closable={{ 'aria-label': text('act.close') }}
      destroyOnHidden
      onCancel={() => setOpen(false)}
      afterOpenChange={(shown) => (shown ? first?.current?.focus() : onGone())}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>{text('act.cancel')}</Button>
          <LockedTip reason={reason}>
            <Button type="primary" loading={isSaving} onClick={() => void send()}>
              {confirm}
            </Button>
          </LockedTip>
        </>
      }
    >
      <form
        className="he-entry"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {children}
        {/* Enter in a field sends a form that has this. */}
        <button type="submit" hidden />
      </form>
      {fault && (
        <FaultNotice
          what={text(fault.reason === 'config-refused' ? 'save.refused' : 'save.failed')}
          fault={fault}
        />
      )}
    </Modal>
  );
}
