import { meets, traitsOf, type Conditions, type HostInfo } from '@sitedeck/contract';
import { useCurrentHost } from './use-current-host';

export type { Conditions };

/** Whether host and role meet the conditions of a menu entry, a page or a right. The server checks the same again. */
export const can = (host: HostInfo, conditions: Conditions): boolean => meets(traitsOf(host), conditions);

export const useCan = (conditions: Conditions): boolean => can(useCurrentHost(), conditions);

export const isBlocked = (host: HostInfo): boolean => host.hostService.serviceStatus.value === 'BLOCKING';
