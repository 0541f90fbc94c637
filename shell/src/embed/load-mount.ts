import { loadRemote } from '@module-federation/enhanced/runtime';
import type { BootRemote } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { prefetchFacades } from '../remotes/facades';
import { prepareRetry, registerSessionRemotes } from '../remotes/load-remote';

export interface MountedRemote {
  readonly update: (ctx: RemoteContext) => void;
  readonly unmount: () => void;
}

/** The module `./mount` that every remote exposes. */
export interface RemoteMount {
  readonly mount: (element: Element, ctx: RemoteContext) => MountedRemote;
}

/** Loads the code of a remote; loaded code is cached. A retry first drops the state of the last attempt. */
export async function loadMount(remote: BootRemote, isFurther: boolean): Promise<RemoteMount> {
  const { name, version } = remote;
  if (isFurther) prepareRetry(remote);
  else registerSessionRemotes([remote]);
  // Every remote shows a list or a form, so fetch the facade in parallel with the entry.
  prefetchFacades(['page']);
  const exposed = await loadRemote<RemoteMount>(`${name}/mount`);
  if (!exposed) throw new Error(`remote ${name} ${version} does not expose ./mount`);
  return exposed;
}
