import { SafetyCertificateOutlined } from '@ant-design/icons';
import { useText } from '@sitedeck/ui/core';
import { Note } from '../frame/Note';
import { targetsTexts } from './targets-texts';

interface Props {
  readonly fingerprint: string;
  readonly isAgreed: boolean;
  readonly onAgree: (agreed: boolean) => void;
}

/** The key that the server shows; only who runs it can say whether it is the right one. */
export function ConfirmKey({ fingerprint, isAgreed, onAgree }: Props) {
  const text = useText(targetsTexts);
  return (
    <Note tone="warning" icon={<SafetyCertificateOutlined aria-hidden />}>
      {text('key.shown')}
      <code className="sd-mono bk-block bk-wrap">{fingerprint}</code>
      <label className="bk-check">
        <input type="checkbox" checked={isAgreed} onChange={(event) => onAgree(event.target.checked)} />
        <span>{text('key.agree')}</span>
      </label>
    </Note>
  );
}
