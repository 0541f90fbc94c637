import type { HostInfo } from '@sitedeck/contract';
import { kernel } from '../kernel/kernel';
import { hostLoaded } from './host-slice';

/** What the server has answered about the current host takes the place of what the page knew; its tasks are watched on. */
export function updateHost(host: HostInfo): void {
  const { store } = kernel();
  store.dispatch(hostLoaded({ host, loginSource: store.getState().host.loginSource }));
}
