import { measureLoad } from '../load';
import { visitPage, writeSiteFile, type OwnSite } from '../own-site';
import { inPairs, median } from '../pairs';
import type { Row } from '../table';

const EATING_PAGE = '/eat.php';
/** More than a host may use by default, and less than a single process of PHP without shares. */
const EATEN_MIB = 1536;
const QUICK_PAGE = '/quick.php';
const DURATION_MS = 3000;
const RATIO_MAX = 3;

const EAT = `<?php
exec("perl -e 'push @all, \\"x\\" x 1048576 for 1..${EATEN_MIB}; print 1'", $out, $status);
echo $status === 0 ? 'ate' : 'stopped';`;

interface Sites {
  /** Takes memory until it is stopped, again and again. */
  readonly eater: OwnSite;
  /** Its visitors are timed. */
  readonly neighbour: OwnSite;
}

/** @returns how often it was stopped. */
async function eatUntil(site: OwnSite, signal: AbortSignal): Promise<number> {
  let stops = 0;
  while (!signal.aborted) {
    const { body } = await visitPage(site, EATING_PAGE);
    if (body === 'ate') throw new Error('the memory of a host is not limited here');
    stops += 1;
  }
  return stops;
}

const p99Of = async ({ port, name }: OwnSite): Promise<number> =>
  (await measureLoad({ at: { port }, host: name, path: QUICK_PAGE, headers: {}, status: 200 }, DURATION_MS))
    .p99Ms;

async function p99Beside({ eater, neighbour }: Sites): Promise<number> {
  const stop = new AbortController();
  const eating = eatUntil(eater, stop.signal);
  const timed = p99Of(neighbour).finally(() => stop.abort());
  const [p99, stops] = await Promise.all([timed, eating]);
  if (stops === 0) throw new Error('no program was stopped');
  return p99;
}

/** How much longer pages of a host take while another host takes memory until its programs are stopped. */
export async function memoryLimitRows(sites: Sites, rounds: number): Promise<readonly Row[]> {
  writeSiteFile(sites.eater, EATING_PAGE, EAT);
  writeSiteFile(sites.neighbour, QUICK_PAGE, "<?php echo 'quick';");
  // The first visit starts PHP, which both sides would measure.
  await visitPage(sites.neighbour, QUICK_PAGE);
  const { peer, own } = await inPairs(rounds, {
    peer: () => p99Of(sites.neighbour),
    own: () => p99Beside(sites),
  });
  const [alone, beside] = [median(peer), median(own)];
  return [
    {
      job: 'neighbour of a site that is stopped at its memory limit: p99',
      unit: 'ms',
      peer: { name: 'alone', value: alone },
      limit: `≤ ${RATIO_MAX}x`,
      own: beside,
      met: beside <= RATIO_MAX * alone,
    },
  ];
}
