import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { BootRemote } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import type { ComponentType } from 'react';
import { trustHashes } from '../boot/integrity';
import { beginEntering, awaitHeartbeats } from './entering';
import { prefetchFacades } from './facades';
import { reportLoaded } from './remote-events';
import { claimShares } from './shares';

/** The module `./app` that every remote exposes. */
export interface RemoteApp {
  readonly App: ComponentType<{ readonly ctx: RemoteContext }>;
}

/** The module that a remote exposes for a slot `home.card`. */
export interface RemoteCard {
  readonly Card: ComponentType<{ readonly ctx: RemoteContext }>;
}

/** Number of retries of each remote in this page. */
const attempts = new Map<string, number>();
const reported = new Set<string>();
const failed = new Set<string>();

function registration({ name, base, entry, global }: BootRemote) {
  const address = new URL(base + entry, location.href);
  const attempt = attempts.get(name) ?? 0;
  // The browser would answer the same address with the request that still hangs.
  if (attempt > 0) address.searchParams.set('attempt', String(attempt));
  return { name, entry: address.href, entryGlobalName: global, type: 'var' as const };
}

/** Registers the remotes of this session and the hashes of their files; loads nothing. */
export function registerSessionRemotes(remotes: readonly BootRemote[]): void {
  for (const { base, assets } of remotes) trustHashes(base, assets);
  registerRemotes(remotes.map(registration));
}

/** Whether the last attempt failed: a new one must drop its half-loaded state first. */
export const failedBefore = ({ name }: BootRemote): boolean => failed.has(name);

/** Loads a module that a remote exposes; loaded code is cached. */
async function loadModule<Module extends object>(
  remote: BootRemote,
  path: string,
  part: keyof Module,
): Promise<Module> {
  const { name, version } = remote;
  const since = performance.now();
  const found = await loadRemote<Module>(`${name}/${path}`).catch((error: unknown) => {
    failed.add(name);
    throw error;
  });
  if (!found?.[part]) throw new Error(`remote ${name} ${version} does not expose ./${path}`);
  failed.delete(name);
  if (!reported.has(name)) reportLoaded(remote, Math.round(performance.now() - since));
  reported.add(name);
  return found;
}

export const loadApp = (remote: BootRemote): Promise<RemoteApp> =>
  loadModule<RemoteApp>(remote, 'app', 'App');

/** @param expose the slot's module, for example `./last-backup` */
export const loadCard = (remote: BootRemote, expose: string): Promise<RemoteCard> =>
  loadModule<RemoteCard>(remote, expose.replace('./', ''), 'Card');

/** Drops the state of the last attempt, so that the next one fetches everything again. */
export function prepareRetry(remote: BootRemote): void {
  claimShares();
  attempts.set(remote.name, (attempts.get(remote.name) ?? 0) + 1);
  registerRemotes([registration(remote)], { force: true });
}

export function retryApp(remote: BootRemote): Promise<RemoteApp> {
  prepareRetry(remote);
  return loadApp(remote);
}

/** Fetches a remote before its page is opened. A failure is only shown when that page opens. */
export async function preloadApp(remote: BootRemote): Promise<void> {
  if (failedBefore(remote)) return;
  // Its code already runs now: if it never ends, the next page must know.
  beginEntering(remote);
  // Every remote shows a list or a form, so fetch the facade in parallel with the entry.
  prefetchFacades(['page']);
  await loadApp(remote).catch(() => undefined);
  awaitHeartbeats(remote);
}
