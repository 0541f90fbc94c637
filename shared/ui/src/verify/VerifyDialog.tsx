import Button from 'antd/es/button';
import { useId, useRef, useState, type SyntheticEvent } from 'react';
import { sharedTexts } from '../i18n/shared-texts';
import { useText } from '../i18n/use-text';
import { KeptFocusModal as Modal } from '../parts/KeptFocusModal';
import { ProofField } from './ProofField';
import { useProof } from './use-proof';
import { verifyStyle } from './verify-style';
import { verifyTexts } from './verify-texts';
import type { KnownRequest } from './verify-request';
import { openWays, WayChoice, type Way } from './WayChoice';

interface Props {
  readonly request: KnownRequest<void>;
  readonly onCancel: () => void;
  readonly onFailed: (fault: unknown) => void;
  /** Called after the closing animation: the dialog may be removed. */
  readonly onGone: () => void;
}

/**
 * Asks for the password or a code. A click on the mask never closes it, Esc cancels, and its content is
 * destroyed on close; a wrong proof stays in the field.
 */
export function VerifyDialog({ request, onCancel, onFailed, onGone }: Props) {
  const { act, ways, confirm, danger = false, run } = request;
  const text = useText(verifyTexts);
  const shared = useText(sharedTexts);
  const form = useId();
  const [open, setOpen] = useState(true);
  const [way, setWay] = useState<Way>(openWays(ways)[0] ?? 'password');
  const input = useRef<HTMLInputElement>(null);
  const focus = () => input.current?.focus();

  const proof = useProof(run, {
    onDone: () => setOpen(false),
    onFailed: (fault) => {
      setOpen(false);
      onFailed(fault);
    },
    onAgain: focus,
  });
  const { busy } = proof;

  function cancel(): void {
    // The request may have been carried out already.
    if (busy) return;
    setOpen(false);
    onCancel();
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    proof.submit(way);
  }

  return (
    <Modal
      open={open}
      title={text('title')}
      closable={{ 'aria-label': shared('act.close') }}
      onCancel={cancel}
      first={input}
      onGone={onGone}
      footer={
        <>
          <Button onClick={cancel} aria-disabled={busy} className={busy ? 'sd-off' : ''}>
            {text('cancel')}
          </Button>
          <Button type="primary" danger={danger} htmlType="submit" form={form} loading={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <style>{verifyStyle}</style>
      <form id={form} className="sd-verify" noValidate onSubmit={submit}>
        <p className="sd-confirm-body">{text('why', { act: confirm })}</p>
        <WayChoice
          ways={ways}
          chosen={way}
          onChoose={(next) => {
            proof.clear();
            setWay(next);
          }}
        />
        <ProofField way={way} act={act} proof={proof} input={input} />
        {ways.token && <p className="sd-hint sd-small">{text('token')}</p>}
      </form>
    </Modal>
  );
}
