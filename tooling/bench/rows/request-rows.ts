import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Visitor } from '../visitor';
import { load, type Load, type Target } from '../load';
import { inPairs, medianOf } from '../pairs';
import { cpuSecondsOf } from '../processes';
import type { Row } from '../table';

interface Measured extends Load {
  readonly cpuPerThousand: number;
}

const WARM_UP_MS = 500;
const DURATION_MS = 3000;

async function measured(target: Target, pid: number): Promise<Measured> {
  await load(target, WARM_UP_MS);
  const before = cpuSecondsOf(pid);
  const result = await load(target, DURATION_MS);
  return { ...result, cpuPerThousand: ((cpuSecondsOf(pid) - before) * 1000) / result.requests };
}

async function bareServer(): Promise<{ pid: number; port: number; stop: () => void }> {
  const file = join(import.meta.dirname, '../bare-server.ts');
  const server = spawn(process.execPath, ['--import', 'tsx', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  return { pid: server.pid ?? 0, port: Number(line.toString()), stop: () => server.kill() };
}

/** A call that needs a session, through front door, session, host and contract, beside Node answering the same bytes. */
export async function simpleCall(visitor: Visitor, rounds: number): Promise<readonly Row[]> {
  const bare = await bareServer();
  const target = { path: '/api/getLoginSource', headers: visitor.headers };
  try {
    const { peer, own } = await inPairs(rounds, {
      peer: () => measured({ ...target, port: bare.port }, bare.pid),
      own: () => measured({ ...target, port: visitor.port }, visitor.pid),
    });
    return rows(peer, own);
  } finally {
    bare.stop();
  }
}

function rows(peer: readonly Measured[], own: readonly Measured[]): readonly Row[] {
  const both = (figure: (value: Measured) => number) => ({
    theirs: medianOf(peer, figure),
    ours: medianOf(own, figure),
  });
  const cpu = both(({ cpuPerThousand }) => cpuPerThousand * 1000);
  const rate = both(({ requestsPerSecond }) => requestsPerSecond);
  const p99 = both(({ p99Ms }) => p99Ms);
  const beside = (value: number) => ({ name: 'bare node:http', value });
  return [
    {
      job: 'authenticated GET: CPU per 1,000',
      unit: 'ms',
      peer: beside(cpu.theirs),
      limit: '–',
      own: cpu.ours,
      met: true,
    },
    {
      job: 'authenticated GET: rate',
      unit: 'req/s',
      peer: beside(rate.theirs),
      limit: '≥ 0.75x',
      own: rate.ours,
      met: rate.ours >= 0.75 * rate.theirs,
    },
    {
      job: 'authenticated GET: p99',
      unit: 'ms',
      peer: beside(p99.theirs),
      limit: '≤ 2x',
      own: p99.ours,
      met: p99.ours <= 2 * p99.theirs,
    },
  ];
}
