import type { HostInfo, LoginSource } from '@sitedeck/contract';
import { useSdkState } from '../kernel/use-sdk-state';

/** The host of the session. The shell loads it before the first route, so every page has one. */
export function useCurrentHost(): HostInfo {
  const host = useSdkState((state) => state.host.host);
  if (!host) throw new Error('no host is loaded: render below the signed-in shell');
  return host;
}

/** `HOST_TOKEN` sessions may switch between the hosts of the account. */
export const useLoginSource = (): LoginSource => useSdkState((state) => state.host.loginSource);

/** The name by which header, tab and Home call a host: the owner's remark, else its FTP account. */
export const hostTitle = ({ remark, hostService }: Pick<HostInfo, 'remark' | 'hostService'>): string =>
  remark || hostService.hostName;
