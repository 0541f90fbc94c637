import type { HostLimits } from '#system/cage/shares/shares';
import type { OwnLimits } from '#system/cage/shares/stored-limits';
import type { HostRow } from '#state/tables';

const MIB = 1024 ** 2;

/** Columns of a host's limits. */
export const LIMIT_COLUMNS = ['memory_mib', 'processes', 'cpu_percent', 'cpu_weight', 'io_weight'] as const;
export type LimitRow = Pick<HostRow, (typeof LIMIT_COLUMNS)[number]>;

/** The limits of a host that differ from those of the installation. */
export function ownLimits(host: LimitRow): OwnLimits {
  const limits = {
    memoryBytes: host.memory_mib === null ? null : host.memory_mib * MIB,
    processes: host.processes,
    cpuPercent: host.cpu_percent,
    cpuWeight: host.cpu_weight,
    ioWeight: host.io_weight,
  };
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null));
}

/** @param standard limits of a host that has no others */
export const limitsOf = (standard: HostLimits, host: LimitRow): HostLimits => ({
  ...standard,
  ...ownLimits(host),
});
