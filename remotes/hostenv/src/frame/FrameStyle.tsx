import { ConfigProvider } from '@sitedeck/ui/core';
import { useContext } from 'react';
import { frameStyle } from './frame-style';

/** Puts the style sheet inside the mount, because a shadow root sees none of the page's. */
export function FrameStyle() {
  return <MountStyle css={frameStyle} />;
}

/** Puts the style of one page inside the mount. */
export function MountStyle({ css }: { readonly css: string }) {
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  return <style nonce={nonce}>{css.replaceAll('\n', '')}</style>;
}
