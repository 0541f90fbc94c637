import { ConfigProvider } from '@sitedeck/ui/core';
import { useContext } from 'react';
import { filesStyle } from './files-style';

/** The remote's own style, inside its mount: a shadow root sees no style sheet of the page. */
export function FilesStyle() {
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  return <style nonce={nonce}>{filesStyle}</style>;
}
