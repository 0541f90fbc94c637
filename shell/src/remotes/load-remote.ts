import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { BootRemote } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import type { ComponentType } from 'react';
import { trust } from '../boot/integrity';
import { beginEntering, settle } from './entering';
import { prefetchFacades } from './facades';
import { tellLoaded } from './remote-events';
import { reclaimShares } from './shares';

/** Door `./app` of every remote. */
export interface RemoteApp {
  readonly App: ComponentType<{ readonly ctx: RemoteContext }>;
}

/** Door of a slot `home.card`. */
export interface RemoteCard {
  readonly Card: ComponentType<{ readonly ctx: RemoteContext }>;
}

/** How often each remote was asked for anew in this page. */
const attempts = new Map<string, number>();
const told = new Set<string>();
const failed = new Set<string>();

function registration({ name, base, entry, global }: BootRemote) {
  const address = new URL(base + entry, location.href);
  const attempt = attempts.get(name) ?? 0;
  // A browser answers the same address from the request that still hangs.
  if (attempt > 0) address.searchParams.set('attempt', String(attempt));
  return { name, entry: address.href, entryGlobalName: global, type: 'var' as const };
}

/** Makes the remotes of this session, and the hashes of their files, known; loads nothing. */
export function announceRemotes(remotes: readonly BootRemote[]): void {
  for (const { base, assets } of remotes) trust(base, assets);
  registerRemotes(remotes.map(registration));
}

/** What a failed attempt left behind half done would spoil the next one. */
export const failedBefore = ({ name }: BootRemote): boolean => failed.has(name);

/** The code behind a door of a remote; what is loaded is kept. */
async function loadDoor<Door extends object>(
  remote: BootRemote,
  door: string,
  part: keyof Door,
): Promise<Door> {
  const { name, version } = remote;
  const since = performance.now();
  const found = await loadRemote<Door>(`${name}/${door}`).catch((error: unknown) => {
    failed.add(name);
    throw error;
  });
  if (!found?.[part]) throw new Error(`remote ${name} ${version} has no door ./${door}`);
  failed.delete(name);
  if (!told.has(name)) tellLoaded(remote, Math.round(performance.now() - since));
  told.add(name);
  return found;
}

export const loadApp = (remote: BootRemote): Promise<RemoteApp> => loadDoor<RemoteApp>(remote, 'app', 'App');

/** @param expose of its slot, as in `./last-backup` */
export const loadCard = (remote: BootRemote, expose: string): Promise<RemoteCard> =>
  loadDoor<RemoteCard>(remote, expose.replace('./', ''), 'Card');

/** Drops what the last attempt left behind: the next one asks anew. */
export function announceAnew(remote: BootRemote): void {
  reclaimShares();
  attempts.set(remote.name, (attempts.get(remote.name) ?? 0) + 1);
  registerRemotes([registration(remote)], { force: true });
}

export function loadAppAnew(remote: BootRemote): Promise<RemoteApp> {
  announceAnew(remote);
  return loadApp(remote);
}

/** Fetches ahead of the page that will need it. A failure shows when that page is opened. */
export async function preloadApp(remote: BootRemote): Promise<void> {
  if (failedBefore(remote)) return;
  // Its code runs already now: one that never ends must not meet the next page, too.
  beginEntering(remote);
  // Every remote shows a list or a form; side by side with the entry instead of after it.
  prefetchFacades(['page']);
  await loadApp(remote).catch(() => undefined);
  settle(remote);
}
