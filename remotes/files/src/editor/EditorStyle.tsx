import { ConfigProvider } from '@sitedeck/ui/core';
import { useContext } from 'react';
import { editorStyle } from './editor-style';

export function EditorStyle() {
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  return <style nonce={nonce}>{editorStyle}</style>;
}
