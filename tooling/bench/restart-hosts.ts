import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnProduct } from '../../e2e/src/product';
import { medianOf } from './pairs';
import type { Row } from './table';
import { visitPage, type OwnSite } from './own-site';

const LIMIT_SECONDS = 5;
const POLL_MS = 25;
const PATIENCE_MS = 120_000;
/** Visitors who ask at the same time. */
const LANES = 16;

interface Times {
  /** From the signal to the end of the process, seconds; the others from its start. */
  readonly stop: number;
  readonly ready: number;
  readonly sites: number;
}

async function untilItAnswers(site: OwnSite): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while ((await visitPage(site, '/').catch(() => undefined))?.status !== 200) {
    if (performance.now() > deadline) throw new Error(`${site.name} never answered`);
    await sleep(POLL_MS);
  }
}

/** Asks every site until it answers; a site of PHP starts its program for that. */
async function untilAllAnswer(sites: readonly OwnSite[]): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let site = sites[next++]; site; site = sites[next++]) await untilItAnswers(site);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function untilReady({ origin, request }: OwnProduct): Promise<void> {
  for (;;) {
    const status = await request(`${origin}/readyz`).then(
      (reply) => reply.status,
      () => 0,
    );
    if (status === 200) return;
    await sleep(POLL_MS);
  }
}

async function restarted(product: OwnProduct, sites: readonly OwnSite[]): Promise<Times> {
  const signalled = performance.now();
  let since = signalled;
  const seconds = () => (performance.now() - since) / 1000;
  let replies: Promise<readonly number[]> | undefined;
  await product.restart(() => {
    since = performance.now();
    replies = Promise.all([untilReady(product).then(seconds), untilAllAnswer(sites).then(seconds)]);
  });
  const [ready = Number.NaN, all = Number.NaN] = (await replies) ?? [];
  return { stop: (since - signalled) / 1000, ready, sites: all };
}

/** Restart of the product: until the console is ready, and until every site answers its visitors. */
export async function restartRows(
  product: OwnProduct,
  sites: readonly OwnSite[],
  rounds: number,
): Promise<readonly Row[]> {
  const all: Times[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await restarted(product, sites));
  const job = `restart of the console, ${sites.length} hosts`;
  const row = (name: string, own: number): Row => {
    const met = own <= LIMIT_SECONDS;
    return { job: `${job}: ${name}`, unit: 's', limit: `≤ ${LIMIT_SECONDS} s`, own, met };
  };
  return [
    { job: `${job}: stop`, unit: 's', limit: '–', own: medianOf(all, ({ stop }) => stop), met: true },
    row(
      'console ready',
      medianOf(all, ({ ready }) => ready),
    ),
    row(
      'every site answers',
      medianOf(all, (one) => one.sites),
    ),
  ];
}
