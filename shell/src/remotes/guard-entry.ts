import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { REMOTE_ENTRY_TIMEOUT_MS } from '@sitedeck/contract';
import { UNMATCHED_HASH, hashOf } from '../boot/integrity';

/** Loads each entry with its hash and a time limit: the runtime sets no limit unless the script brings one. */
// oxlint-disable-next-line import/no-default-export -- the federation plugin imports a runtime plugin's default export
export default function guardEntry(): ModuleFederationRuntimePlugin {
  return {
    name: 'guard-entry',
    createScript: ({ url }) => {
      const script = document.createElement('script');
      script.src = url;
      script.async = true;
      script.crossOrigin = 'anonymous';
      const sum = hashOf(url);
      // A shell under development may load remotes under development, which have no hashes.
      if (process.env['NODE_ENV'] === 'production' || sum !== undefined)
        script.integrity = sum ?? UNMATCHED_HASH;
      return { script, timeout: REMOTE_ENTRY_TIMEOUT_MS };
    },
  };
}
