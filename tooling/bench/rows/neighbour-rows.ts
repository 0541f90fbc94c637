import { performance } from 'node:perf_hooks';
import { writeSiteFile, saveSetting, visitPage, type OwnSite } from '../own-site';
import { median } from '../pairs';
import type { Row } from '../table';

const BUSY_PAGE = '/busy.php';
const BUSY_SECONDS = 5;
const QUICK_PAGE = '/quick.php';
/** PHP settings that are changed while the busy request runs; each needs a new php-fpm of the host. */
const CHANGES = 3;
const LIMIT_MS = 1000;

interface Sites {
  /** Its request runs all the time. */
  readonly busy: OwnSite;
  /** Its settings change while it has visitors. */
  readonly changed: OwnSite;
  /** Its visitors are timed. */
  readonly neighbour: OwnSite;
}

interface WaitingTimes {
  /** Of the neighbour's requests, ms. */
  readonly longest: number;
  readonly failed: number;
}

async function visitUntil(site: OwnSite, signal: AbortSignal): Promise<WaitingTimes> {
  let [longest, failed] = [0, 0];
  while (!signal.aborted) {
    const since = performance.now();
    const seen = await visitPage(site, QUICK_PAGE).catch(() => undefined);
    longest = Math.max(longest, performance.now() - since);
    if (seen?.status !== 200) failed += 1;
  }
  return { longest, failed };
}

async function changeWhileBusy({ busy, changed, neighbour }: Sites, round: number): Promise<WaitingTimes> {
  const stop = new AbortController();
  const running = visitPage(busy, BUSY_PAGE);
  const visiting = [visitUntil(neighbour, stop.signal), visitUntil(changed, stop.signal)] as const;
  try {
    for (let change = 0; change < CHANGES; change += 1)
      await saveSetting(changed, `config/php/maxUploadSize/${1 + ((round * CHANGES + change) % 32)}`);
  } finally {
    stop.abort();
  }
  const [others, itsOwn] = await Promise.all(visiting);
  const isComplete = (await running).body === 'done';
  return { longest: others.longest, failed: others.failed + itsOwn.failed + (isComplete ? 0 : 1) };
}

/** How long PHP of one host waits while a request of another runs and settings change. */
export async function neighbourRows(sites: Sites, rounds: number): Promise<readonly Row[]> {
  writeSiteFile(sites.busy, BUSY_PAGE, `<?php sleep(${BUSY_SECONDS}); echo 'done';`);
  for (const site of [sites.neighbour, sites.changed]) writeSiteFile(site, QUICK_PAGE, "<?php echo 'quick';");
  const all: WaitingTimes[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await changeWhileBusy(sites, round));
  const own = median(all.map(({ longest }) => longest));
  const failed = all.reduce((sum, one) => sum + one.failed, 0);
  const job = `${CHANGES} PHP settings changed beside a request of ${BUSY_SECONDS} s`;
  return [
    {
      job: `${job}: longest wait of another host`,
      unit: 'ms',
      limit: `≤ ${LIMIT_MS} ms`,
      own,
      met: own <= LIMIT_MS,
    },
    { job: `${job}: failed requests`, unit: 'requests', limit: '0', own: failed, met: failed === 0 },
  ];
}
