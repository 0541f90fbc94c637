import { readdirSync, readlinkSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeSiteFile, saveSetting, visitPage, type OwnSite, type VisitedPage } from '../own-site';
import { medianOf } from '../pairs';
import { cpuSecondsOf } from '../processes';
import type { Row } from '../table';

const POLL_MS = 5;
const SAVES = 20;
/** Visitors of each type who send one request after another. */
const VISITORS = 4;
const TYPED = '/typed.bench';
const LIMIT_PAGE = '/limit.php';
/** A save must take effect within this time, ms: on a node with a few hosts, and on one with hundreds. */
const FEW_MS = 500;
const MANY_MS = 2000;
const MANY = 100;
/**
 * Most reloads for saves at once: one for the first save, one for those that came while it ran, and one for stragglers.
 */
const RELOADS = 3;

interface Setting {
  readonly job: string;
  readonly put: (site: OwnSite, round: number) => Promise<void>;
  readonly page: string;
  readonly shows: (seen: VisitedPage, round: number) => boolean;
}

const SETTINGS: readonly Setting[] = [
  {
    job: 'MIME type',
    put: (site, round) =>
      saveSetting(site, 'mime/add', { extension: 'bench', mimeType: `text/x-bench-${round}` }),
    page: TYPED,
    shows: ({ type }, round) => type === `text/x-bench-${round}`,
  },
  {
    job: 'PHP limit',
    put: (site, round) => saveSetting(site, `config/php/maxUploadSize/${round + 1}`),
    page: LIMIT_PAGE,
    shows: ({ body }, round) => body === `${round + 1}M`,
  },
];

interface SaveTimes {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** From the owner's click until a visitor gets the saved setting. CPU is that of all processes. */
async function inForce(site: OwnSite, { put, page, shows }: Setting, round: number): Promise<SaveTimes> {
  const { pid } = site.owner;
  const [since, before] = [performance.now(), cpuSecondsOf(pid)];
  const saved = put(site, round);
  saved.catch(() => undefined);
  while (!shows(await visitPage(site, page), round)) {
    await sleep(POLL_MS);
    if (performance.now() - since > 60_000) throw new Error(`round ${round} never came into force`);
  }
  const wallMs = performance.now() - since;
  await saved;
  return { wallMs, cpuMs: (cpuSecondsOf(pid) - before) * 1000 };
}

interface RequestCount {
  sent: number;
  lost: number;
}

/** Requests the page until `signal`; every reply but the page counts as lost. */
async function request(site: OwnSite, agent: Agent | undefined, signal: AbortSignal): Promise<RequestCount> {
  const count: RequestCount = { sent: 0, lost: 0 };
  while (!signal.aborted) {
    const seen = await visitPage(site, TYPED, agent).catch(() => undefined);
    count.sent += 1;
    if (seen?.status !== 200) count.lost += 1;
  }
  agent?.destroy();
  return count;
}

/** Counts reloads: each follows a swap of the live configuration. */
async function countSwaps(data: string, signal: AbortSignal): Promise<number> {
  const link = join(data, 'nginx/sites/current');
  let [swaps, last] = [0, readlinkSync(link)];
  while (!signal.aborted) {
    await sleep(POLL_MS);
    const now = readlinkSync(link);
    if (now !== last) swaps += 1;
    last = now;
  }
  return swaps;
}

interface Burst {
  readonly wallMs: number;
  readonly reloads: number;
  readonly kept: RequestCount;
  readonly fresh: RequestCount;
}

const sum = (counts: readonly RequestCount[]): RequestCount => ({
  sent: counts.reduce((total, { sent }) => total + sent, 0),
  lost: counts.reduce((total, { lost }) => total + lost, 0),
});

async function savesAtOnce(sites: readonly OwnSite[], visited: OwnSite, round: number): Promise<Burst> {
  const stop = new AbortController();
  const visitors = (agentOf: () => Agent | undefined) =>
    Promise.all(Array.from({ length: VISITORS }, () => request(visited, agentOf(), stop.signal)));
  const counting = countSwaps(visited.owner.data, stop.signal);
  const asking = Promise.all([
    visitors(() => new Agent({ keepAlive: true, maxSockets: 1 })),
    visitors(() => undefined),
  ]);
  const since = performance.now();
  const saves = Array.from({ length: SAVES }, (_, index) => {
    const site = sites[index % sites.length] ?? visited;
    return saveSetting(site, 'mime/add', { extension: `bench${index}`, mimeType: `text/x-burst-${round}` });
  });
  try {
    await Promise.all(saves);
  } finally {
    stop.abort();
  }
  const wallMs = performance.now() - since;
  const [kept, fresh] = await asking;
  return { wallMs, reloads: await counting, kept: sum(kept), fresh: sum(fresh) };
}

/** Cost of a save for its owner and for visitors. @param sites some of the node's hosts; the first is visited */
export async function saveRows(sites: readonly OwnSite[], rounds: number): Promise<readonly Row[]> {
  const [site] = sites;
  if (!site) throw new Error('there is no site');
  writeSiteFile(site, TYPED, 'typed');
  writeSiteFile(site, LIMIT_PAGE, '<?php echo ini_get("upload_max_filesize");');
  const hosts = readdirSync(join(site.owner.data, 'hosts')).length;
  const limit = hosts < MANY ? FEW_MS : MANY_MS;
  const rows: Row[] = [];
  for (const setting of SETTINGS) {
    const times: SaveTimes[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const timed = await inForce(site, setting, round);
      // The first round runs with cold caches and does not count.
      if (round > 0) times.push(timed);
    }
    const job = `save of a ${setting.job}, ${hosts} hosts`;
    const own = medianOf(times, ({ wallMs }) => wallMs);
    rows.push(
      { job: `${job}: in force`, unit: 'ms', limit: `≤ ${limit} ms`, own, met: own <= limit },
      { job: `${job}: CPU`, unit: 'ms', limit: '–', own: medianOf(times, ({ cpuMs }) => cpuMs), met: true },
    );
  }
  const bursts: Burst[] = [];
  for (let round = 0; round < rounds; round += 1) bursts.push(await savesAtOnce(sites, site, round));
  return [...rows, ...burstRows(`${SAVES} saves at once, ${hosts} hosts`, bursts)];
}

function burstRows(job: string, bursts: readonly Burst[]): readonly Row[] {
  const reloads = medianOf(bursts, (burst) => burst.reloads);
  const fresh = sum(bursts.map((burst) => burst.fresh));
  const kept = sum(bursts.map((burst) => burst.kept));
  return [
    {
      job: `${job}: all in force`,
      unit: 'ms',
      limit: '–',
      own: medianOf(bursts, (one) => one.wallMs),
      met: true,
    },
    { job: `${job}: reloads`, unit: 'reloads', limit: `≤ ${RELOADS}`, own: reloads, met: reloads <= RELOADS },
    {
      job: `${job}: lost of ${fresh.sent}, a connection each`,
      unit: 'requests',
      limit: '0',
      own: fresh.lost,
      met: fresh.lost === 0,
    },
    {
      job: `${job}: lost of ${kept.sent}, keep-alive`,
      unit: 'requests',
      limit: '–',
      own: kept.lost,
      met: true,
    },
  ];
}
