import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { BootRemote } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { trust } from '../boot/integrity';
import { prefetchFacades } from '../remotes/facades';

export interface Mounted {
  readonly update: (ctx: RemoteContext) => void;
  readonly unmount: () => void;
}

/** Door `./mount` of every remote. */
export interface RemoteMount {
  readonly mount: (element: Element, ctx: RemoteContext) => Mounted;
}

/** The code of a remote; what is loaded is kept. A further attempt drops what the last one left behind and asks anew. */
export async function loadMount(remote: BootRemote, attempt: number): Promise<RemoteMount> {
  const { name, base, entry, global, version, assets } = remote;
  trust(base, assets);
  // Every remote shows a list or a form; side by side with the entry instead of after it.
  prefetchFacades(['page']);
  const address = new URL(base + entry);
  if (attempt > 0) address.searchParams.set('attempt', String(attempt));
  const registration = { name, entry: address.href, entryGlobalName: global, type: 'var' as const };
  registerRemotes([registration], { force: attempt > 0 });
  const door = await loadRemote<RemoteMount>(`${name}/mount`);
  if (!door) throw new Error(`remote ${name} ${version} has no door ./mount`);
  return door;
}
