import { hostLimitsFile } from '#system/settings/paths';
import type { Settings } from '#system/settings/settings';
import { HostShares } from './host-shares';
import { EQUAL_WEIGHT, type HostLimits, type Shares } from './shares';
import { StoredLimits } from './stored-limits';

/** Name of the group of an installation: no two on a machine have the same uids. */
export const installationGroup = ({ HOST_UIDS }: Pick<Settings, 'HOST_UIDS'>): string =>
  `sitedeck-${HOST_UIDS.first}`;

type LimitSettings = Pick<Settings, 'HOST_MEMORY_MIB' | 'HOST_PROCESSES' | 'HOST_CPU_PERCENT'>;

/** Limits of a host that has no others. */
export const limitsOfHosts = ({
  HOST_MEMORY_MIB,
  HOST_PROCESSES,
  HOST_CPU_PERCENT,
}: LimitSettings): HostLimits => ({
  memoryBytes: HOST_MEMORY_MIB * 1024 ** 2,
  processes: HOST_PROCESSES,
  cpuPercent: HOST_CPU_PERCENT,
  cpuWeight: EQUAL_WEIGHT,
  ioWeight: EQUAL_WEIGHT,
});

/** Shares of the hosts, as the supervisor has found them; undefined where the machine has none. */
export function installationShares(
  shares: Shares,
  settings: LimitSettings & Pick<Settings, 'dataDirectory'>,
): HostShares | undefined {
  if (shares.is === 'off') return undefined;
  const all = limitsOfHosts(settings);
  const stored = new StoredLimits(hostLimitsFile(settings.dataDirectory));
  return new HostShares(shares.groups, async (hostCode) => ({ ...all, ...(await stored.of(hostCode)) }));
}
