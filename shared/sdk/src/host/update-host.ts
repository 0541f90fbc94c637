import type { HostInfo } from '@sitedeck/contract';
import { kernel } from '../kernel/cell';
import { hostLoaded } from './host-slice';

/** Stores the server's newer reply about the current host and goes on watching its tasks. */
export function updateHost(host: HostInfo): void {
  const { store } = kernel();
  store.dispatch(hostLoaded({ host, loginSource: store.getState().host.loginSource }));
}
