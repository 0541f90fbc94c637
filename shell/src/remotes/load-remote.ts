import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { BootRemote } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import type { ComponentType } from 'react';
import { trust } from '../boot/integrity';
import { prefetchFacades } from './facades';

/** Door `./app` of every remote. */
export interface RemoteApp {
  readonly App: ComponentType<{ readonly ctx: RemoteContext }>;
}

function registration({ name, base, entry, global }: BootRemote, attempt: number) {
  const address = new URL(base + entry, location.href);
  // A browser answers the same address from the request that still hangs.
  if (attempt > 0) address.searchParams.set('attempt', String(attempt));
  return { name, entry: address.href, entryGlobalName: global, type: 'var' as const };
}

/** Makes the remotes of this session known to the federation runtime; loads nothing. */
export function announceRemotes(remotes: readonly BootRemote[]): void {
  for (const { base, assets } of remotes) trust(base, assets);
  registerRemotes(remotes.map((remote) => registration(remote, 0)));
}

/** The code of a remote; what is loaded is kept. A further attempt drops what the last one left behind and asks anew. */
export async function loadApp(remote: BootRemote, attempt: number): Promise<RemoteApp> {
  const { name, version } = remote;
  if (attempt > 0) registerRemotes([registration(remote, attempt)], { force: true });
  const app = await loadRemote<RemoteApp>(`${name}/app`);
  if (!app) throw new Error(`remote ${name} ${version} has no door ./app`);
  return app;
}

/** Fetches ahead, on hover or focus of a menu entry. A failure shows when the page is opened. */
export function preloadApp(remote: BootRemote): void {
  // Every remote shows a list or a form; side by side with the entry instead of after it.
  prefetchFacades(['page']);
  loadApp(remote, 0).catch(() => undefined);
}
