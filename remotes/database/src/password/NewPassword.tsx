import { SecretField, useText } from '@sitedeck/ui/core';
import { NoticeDialog } from '@sitedeck/ui/notice-dialog';
import { actionTexts } from '../page/action-texts';
import { PasswordFiles } from './PasswordFiles';

interface NewProps {
  readonly password: string;
  /** The previous password, which files of the site may still hold. */
  readonly previous: string;
  readonly onGone: () => void;
}

/** Shows the new password once, and which files still hold the previous one. */
export function NewPassword({ password, previous, onGone }: NewProps) {
  const text = useText(actionTexts);
  return (
    <NoticeDialog title={text('password.changed')} onGone={onGone}>
      <div className="db-form">
        <p>{text('password.after')}</p>
        <p>
          <span className="sd-label">{text('password.new')}</span>
          <SecretField name={text('password.new')} value={password} />
        </p>
        <PasswordFiles previous={previous} />
      </div>
    </NoticeDialog>
  );
}
