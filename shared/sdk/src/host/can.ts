import type { HostInfo, Language, Role } from '@sitedeck/contract';
import { useCurrentHost } from './use-current-host';

/** Which hosts and roles something is for; an absent list means everybody. The server checks the same again. */
export interface Conditions {
  readonly roles?: readonly Role[] | undefined;
  readonly languages?: readonly Language[] | undefined;
}

export function can(host: HostInfo, { roles, languages }: Conditions): boolean {
  return (
    (roles?.includes(host.operatorType) ?? true) && (languages?.includes(host.specInfo.language) ?? true)
  );
}

export const useCan = (conditions: Conditions): boolean => can(useCurrentHost(), conditions);

export const isBlocked = (host: HostInfo): boolean => host.hostService.serviceStatus.value === 'BLOCKING';
