import { ownSide, peerSide, type SampleRequest, type Server, type Side } from '../front-peer';
import { measureLoad, type Load } from '../load';
import { inPairs, medianOf, type Pairs } from '../pairs';
import { cpuSecondsOf } from '../processes';
import type { Row } from '../table';
import type { Visitor } from '../visitor';

interface MeasuredLoad extends Load {
  readonly cpuPerThousand: number;
}

const WARM_UP_MS = 500;
const DURATION_MS = 3000;
const GOAL = 0.75;

async function measured({ at, pids }: Server, request: SampleRequest): Promise<MeasuredLoad> {
  const target = { at, ...request };
  const cpuSeconds = () => pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  await measureLoad(target, WARM_UP_MS);
  const before = cpuSeconds();
  const result = await measureLoad(target, DURATION_MS);
  return { ...result, cpuPerThousand: ((cpuSeconds() - before) * 1000) / result.requests };
}

/**
 * Measures a call beside a bare node:http server that gives the same reply: once on the API's own socket, and once
 * through nginx with the same configuration before both, so that nginx costs the same on either side. CPU of the
 * serving processes comes first, since the rate depends on other load on the machine and on the client.
 */
async function besideBareNode(
  visitor: Visitor,
  {
    job,
    asked: request,
    rounds,
  }: { readonly job: string; readonly asked: SampleRequest; readonly rounds: number },
): Promise<readonly Row[]> {
  const own = await ownSide(visitor);
  const peer = await peerSide(visitor, { asked: request, own });
  const pairs = (pick: (side: Side) => Server) =>
    inPairs(rounds, {
      peer: () => measured(pick(peer), request),
      own: () => measured(pick(own), request),
    });
  try {
    const direct = await pairs((side) => side.direct);
    const behindNginx = await pairs((side) => side.behindNginx);
    return [
      ...rows(job, 'bare node:http', direct),
      ...rows(`${job} by nginx`, 'bare node:http by nginx', behindNginx),
    ];
  } finally {
    await peer.stop();
  }
}

async function etagOf({ origin, headers }: Visitor, path: string): Promise<string> {
  const reply = await fetch(`${origin}${path}`, { headers });
  const etag = reply.headers.get('etag');
  if (etag === null) throw new Error(`no etag: ${reply.status} ${await reply.text()}`);
  // nginx marks the ETag of a compressed reply as weak.
  return etag.replace(/^W\//, '');
}

/**
 * Calls that pass session, host and contract: one per page load, and one that every open page polls each five seconds.
 */
export async function requestRows(visitor: Visitor, rounds: number): Promise<readonly Row[]> {
  const { headers, hostCode } = visitor;
  const info: SampleRequest = { path: '/api/currentHostInfo', headers, status: 200 };
  const path = `/api/task/queryList/${hostCode}`;
  const etag = await etagOf(visitor, path);
  const poll: SampleRequest = { path, headers: { ...headers, 'if-none-match': etag }, status: 304 };
  return [
    ...(await besideBareNode(visitor, { job: 'authenticated GET', asked: info, rounds })),
    ...(await besideBareNode(visitor, { job: 'task poll, nothing new', asked: poll, rounds })),
  ];
}

function rows(job: string, name: string, { peer, own }: Pairs<MeasuredLoad>): readonly Row[] {
  const both = (figure: (value: MeasuredLoad) => number) => ({
    peer: { name, value: medianOf(peer, figure) },
    own: medianOf(own, figure),
  });
  const cpu = both(({ cpuPerThousand }) => cpuPerThousand * 1000);
  const rate = both(({ requestsPerSecond }) => requestsPerSecond);
  const p99 = both(({ p99Ms }) => p99Ms);
  const most = 1 / GOAL;
  return [
    {
      ...cpu,
      job: `${job}: CPU per 1,000`,
      unit: 'ms',
      limit: `≤ ${most.toFixed(2)}x`,
      met: cpu.own <= most * cpu.peer.value,
    },
    {
      ...rate,
      job: `${job}: rate`,
      unit: 'req/s',
      limit: `≥ ${GOAL}x`,
      met: rate.own >= GOAL * rate.peer.value,
    },
    { ...p99, job: `${job}: p99`, unit: 'ms', limit: '≤ 2x', met: p99.own <= 2 * p99.peer.value },
  ];
}
