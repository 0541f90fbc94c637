import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { median } from '../pairs';
import { scratchFolder, startCheckout, type StartedServer } from '../started';
import type { Row } from '../table';

const WARM_SECONDS = 5;
const FRESH_SECONDS = 180;

async function timed(checkout: string, data: string): Promise<StartedServer> {
  const started = await startCheckout(checkout, data);
  await started.stop();
  return started;
}

/** `npm start` of this checkout on an existing data directory. */
export async function warmStartRows(root: string, rounds: number): Promise<readonly Row[]> {
  const data = await scratchFolder();
  try {
    await timed(root, data.path);
    const runs: StartedServer[] = [];
    for (let round = 0; round < rounds; round += 1) runs.push(await timed(root, data.path));
    return rows('npm start, warm', runs, WARM_SECONDS);
  } finally {
    await data.remove();
  }
}

/**
 * `npm start` of a new clone with nothing installed and nothing built. Packages come from this machine's caches if they
 * are there, and installed system packages stay.
 */
export async function freshStartRows(root: string): Promise<readonly Row[]> {
  const scratch = await scratchFolder();
  const clone = join(scratch.path, 'clone');
  try {
    execFileSync('git', ['clone', '--quiet', '--', root, clone]);
    return rows(
      'npm start, fresh clone, packages cached (1 run)',
      [await timed(clone, join(scratch.path, 'data'))],
      FRESH_SECONDS,
    );
  } finally {
    await scratch.remove();
  }
}

function rows(job: string, runs: readonly StartedServer[], limit: number): readonly Row[] {
  const wall = median(runs.map(({ wallSeconds }) => wallSeconds));
  const cpu = median(runs.map(({ cpuSeconds }) => cpuSeconds));
  return [
    { job: `${job}: CPU`, unit: 's', limit: '–', own: cpu, met: true },
    { job: `${job}: ready`, unit: 's', limit: `≤ ${limit} s`, own: wall, met: wall <= limit },
  ];
}
