import { CDN_CONDITIONS } from '@sitedeck/contract';
import { isBlocked, useCan, useCurrentHost } from '@sitedeck/sdk';
import { FRESH } from '../domain.api';
import { cdnApi } from './cdn.api';

/** Which domains have CDN on. Suspended hosts and most products have no CDN. */
export type CdnSwitches =
  | { readonly is: 'absent' | 'unknown' }
  | { readonly is: 'ready'; readonly version: number; readonly isOn: (name: string) => boolean };

export function useCdnSwitches(): CdnSwitches {
  const isBlockedHost = isBlocked(useCurrentHost());
  const has = useCan(CDN_CONDITIONS) && !isBlockedHost;
  const { data } = cdnApi.useReadCdnQuery({}, { ...FRESH, skip: !has });
  if (!has) return { is: 'absent' };
  if (data === undefined) return { is: 'unknown' };
  const on = new Set(data.domains.filter(({ isOn }) => isOn).map(({ name }) => name));
  return { is: 'ready', version: data.version, isOn: (name) => on.has(name) };
}
