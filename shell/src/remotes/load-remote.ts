import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { BootRemote } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import type { ComponentType } from 'react';
import { prefetchFacades } from './facades';
import { remoteGlobal } from './remote-global';

/** Door `./app` of every remote. */
export interface RemoteApp {
  readonly App: ComponentType<{ readonly ctx: RemoteContext }>;
}

/** Makes the remotes of this session known to the federation runtime; loads nothing. */
export function announceRemotes(remotes: readonly BootRemote[]): void {
  registerRemotes(
    remotes.map(({ name, version, base, entry }) => ({
      name,
      entry: new URL(base + entry, location.href).href,
      entryGlobalName: remoteGlobal(name, version),
      type: 'var',
    })),
  );
}

/** The code of a remote. May be asked again after a failure; what is loaded is kept. */
export async function loadApp({ name, version }: BootRemote): Promise<RemoteApp> {
  const app = await loadRemote<RemoteApp>(`${name}/app`);
  if (!app) throw new Error(`remote ${name} ${version} has no door ./app`);
  return app;
}

/** Fetches ahead, on hover or focus of a menu entry. A failure shows when the page is opened. */
export function preloadApp(remote: BootRemote): void {
  // Every remote shows a list or a form; side by side with the entry instead of after it.
  prefetchFacades(['page']);
  loadApp(remote).catch(() => undefined);
}
