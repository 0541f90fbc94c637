import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../../e2e/src/product';
import { medianOf } from './pairs';
import { visitPage, writeSiteFile, type OwnSite } from './own-site';
import { pidsOfUid } from './processes';
import type { Row } from './table';
import { setServiceStatus } from './visitor';

const LIMIT_MS = 1000;
const POLL_MS = 5;
/** A daemon in a session of its own that ignores SIGTERM and starts itself again. */
const DAEMON = `<?php
file_put_contents(__DIR__ . '/again.sh', 'trap "" TERM; setsid sh "$0" & sleep 1; exec sh "$0"');
exec('setsid sh ' . __DIR__ . '/again.sh >/dev/null 2>&1 &');
echo 'begun';`;

/** Time from the provider's call until no program of the host is left, ms. */
async function suspend(product: Product, site: OwnSite): Promise<number> {
  const { uid } = statSync(site.root);
  const { hostCode } = site.owner;
  if ((await visitPage(site, '/daemon.php')).body !== 'begun') throw new Error('no daemon was started');
  const since = performance.now();
  const ending = setServiceStatus(product, hostCode, 'BLOCKING');
  while (pidsOfUid(uid).length > 0) await sleep(POLL_MS);
  const took = performance.now() - since;
  await ending;
  await setServiceStatus(product, hostCode, 'NORMAL');
  return took;
}

/** How soon the programs of a suspended host are gone, among them a daemon that starts itself again. */
export async function suspendRows(product: Product, site: OwnSite, rounds: number): Promise<readonly Row[]> {
  writeSiteFile(site, 'daemon.php', DAEMON);
  const all: number[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await suspend(product, site));
  const own = medianOf(all, (ms) => ms);
  const job = 'suspension until no program of the host is left';
  return [{ job, unit: 'ms', limit: `≤ ${LIMIT_MS} ms`, own, met: own <= LIMIT_MS }];
}
