import type { Settings } from '#system/settings/settings';
import { EQUAL_WEIGHT, type HostLimits } from './shares';

/** Name of the group of an installation: no two on a machine have the same uids. */
export const installationGroup = ({ HOST_UIDS }: Pick<Settings, 'HOST_UIDS'>): string =>
  `sitedeck-${HOST_UIDS.first}`;

/** Limits of every host of an installation. */
export const limitsOfHosts = ({
  HOST_MEMORY_MIB,
  HOST_PROCESSES,
  HOST_CPU_PERCENT,
}: Pick<Settings, 'HOST_MEMORY_MIB' | 'HOST_PROCESSES' | 'HOST_CPU_PERCENT'>): HostLimits => ({
  memoryBytes: HOST_MEMORY_MIB * 1024 ** 2,
  processes: HOST_PROCESSES,
  cpuPercent: HOST_CPU_PERCENT,
  cpuWeight: EQUAL_WEIGHT,
  ioWeight: EQUAL_WEIGHT,
});
