import { ConfigProvider } from '@sitedeck/ui/core';
import { useContext } from 'react';
import { backupStyle } from './backup-style';

/** Inside the mount: a shadow root sees no style sheet of the page. */
export function BackupStyle() {
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  return <style nonce={nonce}>{backupStyle.replaceAll('\n', '')}</style>;
}
