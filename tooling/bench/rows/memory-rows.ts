import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../pairs';
import { commandLineOf, memoryMbOf, treeOf } from '../processes';
import type { Row } from '../table';

const LIMIT_MB = 150;
const PROCESSES = ['api', 'worker', 'files'] as const;
const SETTLE_MS = 15_000;

/** Memory of API, worker and file service while no request runs. */
export async function memoryRows(main: number, rounds: number): Promise<readonly Row[]> {
  await sleep(SETTLE_MS);
  const totals: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const parts = PROCESSES.map((name) => memoryMbOf(processOf(main, name)));
    totals.push(parts.reduce((sum, part) => sum + part, 0));
    await sleep(1000);
  }
  const own = median(totals);
  const peer = { name: '1Panel', value: 200, recorded: true } as const;
  return [
    {
      job: 'memory at rest: API, worker, files',
      unit: 'MB',
      peer,
      limit: `≤ ${LIMIT_MB} MB`,
      own,
      met: own <= LIMIT_MB,
    },
  ];
}

function processOf(main: number, name: string): number {
  const found = treeOf(main).find((pid) => commandLineOf(pid).includes(`/${name}.mjs`));
  if (found === undefined) throw new Error(`no process runs ${name}.mjs`);
  return found;
}
