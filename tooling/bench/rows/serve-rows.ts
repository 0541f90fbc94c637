import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { startHandConfigured, type WebServer } from '../hand-configured-server';
import { measureLoad, type Load } from '../load';
import { writeSiteFile, saveSetting, visitPage, type OwnSite } from '../own-site';
import { inPairs, medianOf, type Pairs } from '../pairs';
import { commandLineOf, cpuSecondsOf, memoryMbOf, treeOf } from '../processes';
import type { Row } from '../table';

const WARM_UP_MS = 150;
const DURATION_MS = 500;
/** Many short turns, each beside one of the other side: a slow second of the machine affects both. */
const TURNS_PER_ROUND = 6;
const GOAL = 0.98;
const STATIC_BYTES = 8192;

interface MeasuredLoad extends Load {
  readonly cpuSeconds: number;
}

/** Summed over all turns: a single turn is too short for the clock that CPU is counted by. */
function cpuMsPerThousand(turns: readonly MeasuredLoad[]): number {
  const sum = (figure: (turn: MeasuredLoad) => number) =>
    turns.reduce((total, turn) => total + figure(turn), 0);
  return (sum(({ cpuSeconds }) => cpuSeconds) * 1e6) / sum(({ requests }) => requests);
}

async function measured({ port, name, pids }: WebServer, path: string): Promise<MeasuredLoad> {
  const target = { at: { port }, host: name, path, headers: {}, status: 200 } as const;
  const cpuSoFar = () => pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  await measureLoad(target, WARM_UP_MS);
  const before = cpuSoFar();
  const result = await measureLoad(target, DURATION_MS);
  return { ...result, cpuSeconds: cpuSoFar() - before };
}

/** Gives the site a rule, a few redirects and a media type, as the site configured by hand has. */
async function furnish(site: OwnSite): Promise<void> {
  writeSiteFile(
    site,
    'index.php',
    '<?php echo json_encode(["q" => $_GET["q"] ?? null, "at" => date("c"), "list" => range(1, 50)]);',
  );
  writeSiteFile(site, 'file.bench', randomBytes(STATIC_BYTES));
  const content = 'if (!-e $request_filename) {\n  rewrite ^/(.*)$ /index.php?q=$1 last;\n}\n';
  const reply = await fetch(`${site.owner.origin}/api/vhost/config/rewrite/save`, {
    method: 'POST',
    headers: { ...site.owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'front controller', content }),
  });
  const { res } = (await reply.json()) as { res?: { id: number } };
  if (!res) throw new Error(`the rule was not kept: ${reply.status}`);
  await saveSetting(site, `config/rewrite/set/${res.id}`);
  for (const source of ['/old', '/older', '/oldest'])
    await saveSetting(site, 'redirect/add', { source, target: '/new' });
  await saveSetting(site, 'mime/add', { extension: 'bench', mimeType: 'text/x-bench' });
  const [typed, ruled, led] = [
    await visitPage(site, '/file.bench'),
    await visitPage(site, '/some/page'),
    await visitPage(site, '/old'),
  ];
  if (typed.type !== 'text/x-bench' || !ruled.body.includes('"some\\/page"') || led.status !== 301)
    throw new Error('the site does not do what it is measured with');
}

function masterOf(site: OwnSite, words: string): number {
  const pid = treeOf(site.owner.pid).find((one) => commandLineOf(one).includes(words));
  if (pid === undefined) throw new Error(`no process ${words}`);
  return pid;
}

/** Files, PHP pages and rewritten pages of a site with typical settings, beside the same engines configured by hand. */
export async function serveRows(site: OwnSite, rounds: number): Promise<readonly Row[]> {
  await furnish(site);
  const peer = await startHandConfigured({ root: site.root, name: site.name, uid: statSync(site.root).uid });
  const own: WebServer = {
    port: site.port,
    name: site.name,
    pids: [masterOf(site, '/nginx/sites '), masterOf(site, '/php-hosts/')],
  };
  const beside = async (job: string, path: string) =>
    rows(
      job,
      await inPairs(rounds * TURNS_PER_ROUND, {
        peer: () => measured(peer, path),
        own: () => measured(own, path),
      }),
    );
  try {
    return [
      ...(await beside('static file of a site', '/file.bench')),
      ...(await beside('PHP page of a site', '/index.php')),
      ...(await beside('PHP page by a rule', '/some/page')),
      memoryRow(site),
      await firstVisitRow(site, rounds),
    ];
  } finally {
    await peer.stop();
  }
}

/** Largest memory of the PHP of a host that gets requests, MB. */
const AWAKE_MB = 12;

/** Its cage, its master, and one worker; pages that others share are divided among them. */
function memoryRow(site: OwnSite): Row {
  const tree = treeOf(masterOf(site, '/php-hosts/'));
  const workers = tree.filter((pid) => commandLineOf(pid).startsWith('php-fpm: pool '));
  const own = tree
    .filter((pid) => pid === workers[0] || !workers.includes(pid))
    .reduce((sum, pid) => sum + memoryMbOf(pid), 0);
  return { job: 'PHP of an awake host', unit: 'MB', limit: `≤ ${AWAKE_MB} MB`, own, met: own <= AWAKE_MB };
}

const FIRST_VISITS_PER_ROUND = 3;
const LATER_MS = 150;

/** How much longer the visit that starts PHP takes than the next one. */
async function firstVisitRow(site: OwnSite, rounds: number): Promise<Row> {
  const timeOf = async () => {
    const since = performance.now();
    const { status } = await visitPage(site, '/index.php');
    if (status !== 200) throw new Error(`a visit was answered ${status}`);
    return performance.now() - since;
  };
  const later: number[] = [];
  for (let visit = 0; visit < rounds * FIRST_VISITS_PER_ROUND; visit += 1) {
    await saveSetting(site, 'restart');
    const [first, warm] = [await timeOf(), await timeOf()];
    later.push(first - warm);
  }
  const own = medianOf(later, (ms) => ms);
  const limit = `≤ ${LATER_MS} ms more`;
  return { job: 'first visit to a sleeping PHP site', unit: 'ms', limit, own, met: own <= LATER_MS };
}

function rows(job: string, { peer, own }: Pairs<MeasuredLoad>): readonly Row[] {
  const both = (figure: (turns: readonly MeasuredLoad[]) => number) => ({
    peer: { name: 'by hand', value: figure(peer) },
    own: figure(own),
  });
  const cpu = both(cpuMsPerThousand);
  const rate = both((turns) => medianOf(turns, ({ requestsPerSecond }) => requestsPerSecond));
  return [
    {
      ...cpu,
      job: `${job}: CPU per 1,000`,
      unit: 'ms',
      limit: `≤ ${(1 / GOAL).toFixed(2)}x`,
      met: cpu.own * GOAL <= cpu.peer.value,
    },
    {
      ...rate,
      job: `${job}: rate`,
      unit: 'req/s',
      limit: `≥ ${GOAL}x`,
      met: rate.own >= GOAL * rate.peer.value,
    },
  ];
}
