import { ConfigProvider } from '@sitedeck/ui/core';
import { useContext } from 'react';
import { pageStyle } from './page-style';

/** Inside the mount: a shadow root sees no style sheet of the page. */
export function PageStyle() {
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  return <style nonce={nonce}>{pageStyle.replaceAll('\n', '')}</style>;
}
