import { CloseIcon, ErrorIcon, InfoIcon } from './icons';
import type { SignInText } from './sign-in-texts';
import type { Notice } from './use-sign-in-form';

interface Props {
  readonly notice: Notice | undefined;
  readonly text: SignInText;
  readonly onClose: () => void;
}

/** The live region stays rendered, so that screen readers announce new text in it. */
export function NoticeLine({ notice, text, onClose }: Props) {
  return (
    <div role="alert">
      {notice && (
        <div className={`si-alert si-alert-${notice.tone}`}>
          {notice.tone === 'error' ? <ErrorIcon /> : <InfoIcon />}
          <span>{'key' in notice ? text(notice.key) : notice.message}</span>
          <button type="button" aria-label={text('alert.close')} onClick={onClose}>
            <CloseIcon />
          </button>
        </div>
      )}
    </div>
  );
}
