import { ConfigProvider } from '@sitedeck/ui/core';
import { useContext } from 'react';
import { frameStyle } from './frame-style';

/** Inside the mount: a shadow root sees no style sheet of the page. */
export function FrameStyle() {
  return <MountStyle css={frameStyle} />;
}

/** Style of one page, put into the mount with it. */
export function MountStyle({ css }: { readonly css: string }) {
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  return <style nonce={nonce}>{css.replaceAll('\n', '')}</style>;
}
