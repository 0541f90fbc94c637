import type { MoveProtocol } from '@sitedeck/contract';
import { Button, InlineAlert, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { moveTexts } from './move-texts';

interface Props {
  readonly protocol: MoveProtocol;
  readonly message: string;
  readonly fingerprint: string;
  /** The server has another identity than the one confirmed before. */
  readonly isChanged: boolean;
  readonly onConfirmed: (fingerprint: string) => void;
}

/** Shows the identity of the server. Only its operator can tell whether it is the right one. */
export function ConfirmServer({ protocol, message, fingerprint, isChanged, onConfirmed }: Props) {
  const text = useText(moveTexts);
  const [agreed, setAgreed] = useState(false);
  return (
    <InlineAlert kind={isChanged ? 'danger' : 'warning'} role="alert">
      <div className="tl-stack">
        <p>{message}</p>
        <code className="sd-mono tl-break">{shownFingerprint(protocol, fingerprint)}</code>
        <label className="tl-check">
          <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
          <span>{text('confirm.agree')}</span>
        </label>
        <span>
          <Button disabled={!agreed} onClick={() => onConfirmed(fingerprint)}>
            {text('confirm.again')}
          </Button>
        </span>
      </div>
    </InlineAlert>
  );
}

/** As `ssh` and browsers write it, so that it can be compared with what a provider publishes. */
function shownFingerprint(protocol: MoveProtocol, hex: string): string {
  const bytes = hex.match(/../g) ?? [];
  if (protocol !== 'sftp') return bytes.join(':').toUpperCase();
  const binary = String.fromCharCode(...bytes.map((byte) => parseInt(byte, 16)));
  return `SHA256:${btoa(binary).replace(/=+$/, '')}`;
}
