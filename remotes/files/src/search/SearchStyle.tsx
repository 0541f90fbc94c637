import { ConfigProvider } from '@sitedeck/ui/core';
import { useContext } from 'react';
import { searchStyle } from './search-style';

/** Inside of its own layer: it comes with the search, and only then. */
export function SearchStyle() {
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  return <style nonce={nonce}>{searchStyle}</style>;
}
