import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { REMOTE_ENTRY_TIMEOUT_MS } from '@sitedeck/contract';

const ENTRY = /\/remoteEntry(?:\.[0-9a-f]+)?\.js(?:$|\?)/;

/** An entry that hangs would hang for ever: the runtime has no time-out unless the script comes with one. */
// eslint-disable-next-line no-restricted-syntax -- the federation plugin imports a runtime plugin's default export
export default function entryTimeOut(): ModuleFederationRuntimePlugin {
  return {
    name: 'entry-time-out',
    createScript: ({ url }) => {
      if (!ENTRY.test(url)) return undefined;
      const script = document.createElement('script');
      script.src = url;
      script.async = true;
      script.crossOrigin = 'anonymous';
      return { script, timeout: REMOTE_ENTRY_TIMEOUT_MS };
    },
  };
}
