import { setTimeout as sleep } from 'node:timers/promises';
import type { consoleCalls, HostCode, ShareInUse } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { limitsOf } from '#sites/host-limits';
import { programName } from '#sites/api/program-name';
import { readShareHits, type ShareHit } from '#sites/share-hits';
import { readShareUse, type ShareUse } from '#system/cage/shares/share-use';
import type { HostLimits, ShareGroups, Shares } from '#system/cage/shares/shares';
import type { Db } from '#state/db';

type Calls = Pick<typeof consoleCalls, 'vhostShare'>;

/** Processor time is measured for this long, ms. */
const SAMPLE_MS = 500;

export interface ShareParts {
  readonly db: Db;
  readonly shares: Shares;
  /** Limits of hosts that have no others. */
  readonly hostLimits: HostLimits;
}

interface Sample {
  readonly use: ShareUse;
  /** Since the use before, ms. */
  readonly elapsedMs: number;
  readonly before: ShareUse;
}

async function sample(groups: ShareGroups, hostCode: HostCode): Promise<Sample> {
  const before = await readShareUse(groups, hostCode);
  const since = performance.now();
  await sleep(SAMPLE_MS);
  const use = await readShareUse(groups, hostCode);
  return { before, use, elapsedMs: performance.now() - since };
}

/** A group that was removed meanwhile counts from zero again. */
function cpuOf({ before, use, elapsedMs }: Sample, limit: number): ShareInUse['cpu'] {
  if (!use.cpu || !before.cpu) return undefined;
  const seconds = Math.max(0, use.cpu.seconds - before.cpu.seconds);
  return {
    used: Math.round((seconds * 100_000) / elapsedMs),
    limit,
    throttled: use.cpu.throttledPeriods > before.cpu.throttledPeriods,
  };
}

function hitOf(hits: readonly ShareHit[], resource: ShareHit['resource']) {
  const found = hits.find((hit) => hit.resource === resource);
  if (!found) return {};
  const program = found.program === null ? {} : { program: programName(found.program) };
  return { hit: { at: found.at.toISOString(), limit: found.limit_value, ...program } };
}

interface ShareFacts {
  readonly limits: HostLimits;
  readonly hits: readonly ShareHit[];
}

function shareInUse(sampled: Sample, { limits, hits }: ShareFacts): ShareInUse {
  const { memory, processes } = sampled.use;
  const cpu = cpuOf(sampled, limits.cpuPercent);
  return {
    ...(memory && {
      memory: {
        used: memory.bytes,
        limit: limits.memoryBytes,
        waits: memory.limit > limits.memoryBytes,
        ...hitOf(hits, 'memory'),
      },
    }),
    ...(processes && {
      processes: { used: processes.count, limit: limits.processes, ...hitOf(hits, 'processes') },
    }),
    ...(cpu && { cpu }),
  };
}

export const shareHandlers = ({ db, shares, hostLimits }: ShareParts): Handlers<Calls> => ({
  vhostShare: async (_request, { scope: { host } }) => {
    if (shares.is === 'off') return {};
    const [sampled, hits] = await Promise.all([
      sample(shares.groups, host.code),
      readShareHits(db, host.code),
    ]);
    return shareInUse(sampled, { limits: limitsOf(hostLimits, host), hits });
  },
});
