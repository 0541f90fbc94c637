import { Counter, Gauge, type Registry } from 'prom-client';
import { readAllUses, type ShareUse } from '#system/cage/shares/share-use';
import { CONTROLLERS, type Shares } from '#system/cage/shares/shares';

/** Hosts with series of their own, so that a scrape of a large node stays small: those with the most memory. */
export const HOSTS_MAX = 500;

interface HostSeries {
  readonly name: string;
  readonly help: string;
  readonly value: (use: ShareUse) => number | undefined;
}

const GAUGES: readonly HostSeries[] = [
  {
    name: 'sitedeck_host_memory_bytes',
    help: "Memory of a host's programs, without files that the kernel would drop",
    value: ({ memory }) => memory?.bytes,
  },
  {
    name: 'sitedeck_host_processes',
    help: 'Processes and threads of a host',
    value: ({ processes }) => processes?.count,
  },
  {
    name: 'sitedeck_host_memory_limit_bytes',
    help: "Limit of memory that holds for a host's programs",
    value: ({ memory }) => memory?.limit,
  },
  {
    name: 'sitedeck_host_processes_limit',
    help: "Limit of processes and threads that holds for a host's programs",
    value: ({ processes }) => processes?.limit,
  },
  {
    name: 'sitedeck_host_cpu_limit',
    help: 'Processors that a host may use at once, as a number: 1.5 is one and a half',
    value: ({ cpu }) => cpu?.limitPercent && cpu.limitPercent / 100,
  },
];

const COUNTERS: readonly HostSeries[] = [
  {
    name: 'sitedeck_host_memory_killed_total',
    help: 'Programs of a host that were killed at its limit of memory',
    value: ({ memory }) => memory?.killed,
  },
  {
    name: 'sitedeck_host_processes_refused_total',
    help: 'Processes and threads of a host that were refused at its limit',
    value: ({ processes }) => processes?.refused,
  },
  {
    name: 'sitedeck_host_cpu_seconds_total',
    help: "Processor time of a host's programs",
    value: ({ cpu }) => cpu?.seconds,
  },
  {
    name: 'sitedeck_host_cpu_throttled_seconds_total',
    help: "Time that a host's programs waited at their limit of processor time",
    value: ({ cpu }) => cpu?.throttledSeconds,
  },
  {
    name: 'sitedeck_host_cpu_throttled_periods_total',
    help: 'Tenths of a second in which the programs of a host reached their limit of processor time',
    value: ({ cpu }) => cpu?.throttledPeriods,
  },
];

function setKnown(metric: Gauge<'host'>, host: string, value: number | undefined): void {
  if (value !== undefined) metric.set({ host }, value);
}

const memoryOf = ({ memory }: ShareUse): number => memory?.bytes ?? 0;

/** Registers metrics of shares; the result updates them before a scrape. */
export function shareMetrics(registry: Registry, shares: Shares): () => Promise<void> {
  const limited = new Gauge({
    name: 'sitedeck_shares',
    help: '1 if hosts are limited in a resource on this machine, else 0',
    labelNames: ['resource'],
    registers: [registry],
  });
  for (const resource of CONTROLLERS)
    limited.set({ resource }, shares.is === 'on' && shares.groups.folders[resource] !== undefined ? 1 : 0);
  if (shares.is === 'off') return () => Promise.resolve();
  const { groups } = shares;
  const seen = new Gauge({
    name: 'sitedeck_share_hosts',
    help: `Hosts that have started a program; the ${HOSTS_MAX} with the most memory have series of their own`,
    registers: [registry],
  });
  const labels = { labelNames: ['host'], registers: [registry] };
  const gauges = GAUGES.map(({ name, help, value }) => ({
    metric: new Gauge({ name, help, ...labels }),
    value,
  }));
  const counters = COUNTERS.map(({ name, help, value }) => ({
    metric: new Counter({ name, help, ...labels }),
    value,
  }));
  return async () => {
    const uses = [...(await readAllUses(groups))];
    seen.set(uses.length);
    for (const { metric } of [...gauges, ...counters]) metric.reset();
    const largest = uses.sort(([, one], [, other]) => memoryOf(other) - memoryOf(one)).slice(0, HOSTS_MAX);
    for (const [host, use] of largest) {
      for (const { metric, value } of gauges) setKnown(metric, host, value(use));
      for (const { metric, value } of counters) metric.inc({ host }, value(use) ?? 0);
    }
  };
}
