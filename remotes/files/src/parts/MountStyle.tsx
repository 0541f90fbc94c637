import { ConfigProvider } from '@sitedeck/ui/core';
import { useContext } from 'react';

/** Puts a style sheet inside the mount, because a shadow root sees none of the page's. */
export function MountStyle({ css }: { readonly css: string }) {
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  return <style nonce={nonce}>{css}</style>;
}
