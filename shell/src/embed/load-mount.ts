import { loadRemote } from '@module-federation/enhanced/runtime';
import type { BootRemote } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { prefetchFacades } from '../remotes/facades';
import { announceAnew, announceRemotes } from '../remotes/load-remote';

export interface Mounted {
  readonly update: (ctx: RemoteContext) => void;
  readonly unmount: () => void;
}

/** Door `./mount` of every remote. */
export interface RemoteMount {
  readonly mount: (element: Element, ctx: RemoteContext) => Mounted;
}

/** The code of a remote; what is loaded is kept. A further attempt drops what the last one left behind. */
export async function loadMount(remote: BootRemote, isFurther: boolean): Promise<RemoteMount> {
  const { name, version } = remote;
  if (isFurther) announceAnew(remote);
  else announceRemotes([remote]);
  // Every remote shows a list or a form; side by side with the entry instead of after it.
  prefetchFacades(['page']);
  const door = await loadRemote<RemoteMount>(`${name}/mount`);
  if (!door) throw new Error(`remote ${name} ${version} has no door ./mount`);
  return door;
}
