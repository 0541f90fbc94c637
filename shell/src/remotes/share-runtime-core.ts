import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime-core';

/**
 * Remotes hold no federation runtime of their own but look for it here (7 kB an entry instead of 21). The option of the
 * federation plugin that would do this brings a second copy of the runtime along.
 */
// oxlint-disable-next-line import/no-default-export -- the federation plugin imports a runtime plugin's default export
export default function shareRuntimeCore(): ModuleFederationRuntimePlugin {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  return { name: 'share-runtime-core' };
}
