import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { REMOTE_ENTRY_TIMEOUT_MS } from '@sitedeck/contract';
import { OF_NOTHING, sumOf } from '../boot/integrity';

/**
 * An entry runs only with its hash, and one that hangs would hang for ever: the runtime has no time-out unless the script
 * comes with one.
 */
// oxlint-disable-next-line import/no-default-export -- the federation plugin imports a runtime plugin's default export
export default function guardEntry(): ModuleFederationRuntimePlugin {
  return {
    name: 'guard-entry',
    createScript: ({ url }) => {
      const script = document.createElement('script');
      script.src = url;
      script.async = true;
      script.crossOrigin = 'anonymous';
      const sum = sumOf(url);
      // A shell under development may hold remotes under development, which have none.
      if (process.env['NODE_ENV'] === 'production' || sum !== undefined) script.integrity = sum ?? OF_NOTHING;
      return { script, timeout: REMOTE_ENTRY_TIMEOUT_MS };
    },
  };
}
