import type { VhostInfo } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { useChangeFtpMutation } from './home.api';
import { homeTexts } from './home-texts';
import { Switch } from './Switch';
import { useLockReason } from './use-lock-reason';

/** Each switch acts at once and moves when the server has confirmed. */
export function FtpSwitches({ ftp }: { readonly ftp: VhostInfo['ftp'] }) {
  const text = useText(homeTexts);
  const blocked = useLockReason();
  const [change, { isLoading, originalArgs }] = useChangeFtpMutation();
  const busy = (setting: 'enabled' | 'writable') => isLoading && originalArgs?.body[setting] !== undefined;
  const cannot = ftp.served && !ftp.canBeReadOnly;
  return (
    <>
      <Switch
        label={text('ftp.enabled')}
        on={ftp.enabled}
        blocked={blocked}
        busy={busy('enabled')}
        onChange={(enabled) => void change({ body: { enabled } })}
      />
      <Switch
        label={text('ftp.readOnly')}
        on={!ftp.writable}
        blocked={blocked ?? (cannot && ftp.writable ? text('ftp.noReadOnly') : undefined)}
        busy={busy('writable')}
        onChange={(readOnly) => void change({ body: { writable: !readOnly } })}
      />
      <p className="sd-hint sd-small">{text(ftp.served ? `ftp.tls.${ftp.tls}` : 'ftp.notServed')}</p>
    </>
  );
}
