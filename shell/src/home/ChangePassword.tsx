import { useFeedback, useText } from '@sitedeck/ui/core';
import { useState, type ComponentType } from 'react';
import { loadPart } from '../remotes/shares';
import { homeTexts } from './home-texts';

type Dialog = ComponentType<{ readonly onGone: () => void }>;

// Few visitors of Home change their password, so its dialog loads on demand.
const loadDialog = (): Promise<Dialog> =>
  loadPart(() => import('./ChangePasswordDialog')).then(({ ChangePasswordDialog }) => ChangePasswordDialog);

/** Opens the dialog that changes the password of console and FTP. */
export function ChangePassword() {
  const text = useText(homeTexts);
  const { message } = useFeedback();
  const [coming, setComing] = useState(false);
  const [Shown, setShown] = useState<Dialog>();

  async function open(): Promise<void> {
    if (coming) return;
    setComing(true);
    try {
      const dialog = await loadDialog();
      setShown(() => dialog);
    } catch {
      message.error(text('connection.password.lost'));
    }
    setComing(false);
  }

  return (
    <>
      <button type="button" className="sd-link-button" aria-busy={coming} onClick={() => void open()}>
        {text('connection.password')}
      </button>
      {Shown && <Shown onGone={() => setShown(undefined)} />}
    </>
  );
}
