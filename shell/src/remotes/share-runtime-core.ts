import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime-core';

/**
 * Remotes contain no federation runtime but find it here (7 kB per entry instead of 21). The federation plugin's own
 * option for this adds a second copy of the runtime.
 */
// oxlint-disable-next-line import/no-default-export -- the federation plugin imports a runtime plugin's default export
export default function shareRuntimeCore(): ModuleFederationRuntimePlugin {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  return { name: 'share-runtime-core' };
}
