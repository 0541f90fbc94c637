import type { HostInfo, Locale, PublicConfig } from '@sitedeck/contract';
import { installKernel, kernel, setHost, type GetToken } from '@sitedeck/sdk';
import { api } from '@sitedeck/sdk/query';
import { useSyncExternalStore } from 'react';
import { guardLeaving } from './leave';

/** A remote that is open somewhere in the portal's page. */
export interface OpenRemote {
  readonly name: string;
  readonly getToken: GetToken;
}

const tenants: OpenRemote[] = [];
let endGuard = (): void => undefined;
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of [...listeners]) listener();
}

export type Registration =
  | { readonly is: 'entered'; readonly leave: () => void }
  /** The page shows another host: session, tasks and lock exist once per page, for one host. */
  | { readonly is: 'host-conflict'; readonly open: string };

const hostOpen = () => kernel().store.getState().host.host?.hostService.hostCode;

/** Registers a remote in the page: the first one sets the host, all others must have the same. */
export function registerRemote(
  tenant: OpenRemote,
  page: { readonly config: PublicConfig; readonly host: HostInfo; readonly locale: Locale },
): Registration {
  const { config, host, locale } = page;
  installKernel({ config, auth: { is: 'token', remotes, getToken }, preferences: { locale } });
  const { hostCode } = host.hostService;
  const open = hostOpen();
  if (tenants.length > 0 && open !== undefined && open !== hostCode) return { is: 'host-conflict', open };
  tenants.push(tenant);
  if (tenants.length === 1) {
    endGuard = guardLeaving();
    // Otherwise faults and the missing token of an earlier element of this page would be shown again.
    kernel().access.forget();
    kernel().store.dispatch(api.util.resetApiState());
    setHost(host, 'HOST_TOKEN');
  }
  changed();
  return { is: 'entered', leave: () => leave(tenant) };
}

/** Whether an element of the page shows this remote. */
export const isRegistered = (remote: string): boolean => tenants.some(({ name }) => name === remote);

const remotes = () => [...new Set(tenants.map(({ name }) => name))];

function getToken(remote: string): ReturnType<GetToken> {
  const tenant = tenants.find(({ name }) => name === remote);
  return tenant ? tenant.getToken() : Promise.reject(new Error(`no ${remote} in this page`));
}

/** When the last remote leaves, polling stops and tokens are dropped. */
function leave(tenant: OpenRemote): void {
  const at = tenants.indexOf(tenant);
  if (at === -1) return;
  const isLast = tenants.length === 1;
  // Beacons are sent while there is still a token.
  if (isLast) endGuard();
  tenants.splice(at, 1);
  changed();
  if (!isLast) return;
  kernel().tasks.stop();
  kernel().access.forget();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The oldest remote shows toasts and tasks: they belong to the page, not to a remote. */
export const useIsOldest = (tenant: OpenRemote): boolean =>
  useSyncExternalStore(subscribe, () => tenants[0] === tenant);
