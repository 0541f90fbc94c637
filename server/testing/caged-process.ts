import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findCages } from '#system/cage/find-cages';
import { startCaged } from '#system/cage/start-caged';
import { killGroup } from '#system/process/exec';
import { isolationHere, type Isolation } from '#system/process/identity';

/**
 * A test process without root. `print <root> <script>`: what a script prints in the cage of a host; `print-unfiltered`:
 * the same with every system call. `kill <root>`: starts cages and kills each some milliseconds later, then prints
 * `over`.
 */
const [, program = '', task, root = '', script = ''] = process.argv;

/** One instruction of classic BPF: allow. */
const ALLOW_ALL = Buffer.from([0x06, 0, 0, 0, 0, 0, 0xff, 0x7f]);

async function main(isolation: Isolation): Promise<void> {
  const cages = await findCages(isolation);
  if (cages.is === 'off' || isolation.is === 'separate')
    throw new Error(`no cages: ${JSON.stringify(cages)}`);
  const env = { PATH: '/usr/bin' };
  const view = { hostName: 'vhone', root, readable: [], folder: join(root, 'wwwroot'), env };
  const startScript = (text: string) =>
    startCaged(
      task === 'print-unfiltered' ? { ...cages.engine, filter: ALLOW_ALL } : cages.engine,
      { file: '/bin/sh', args: ['-c', text] },
      { identity: isolation, view, stdio: ['ignore', 'pipe', 'ignore'] },
    );
  if (task !== 'kill') {
    startScript(script).stdout?.pipe(process.stdout);
    return;
  }
  for (let delay = 0; delay <= 20; delay += 1) {
    const child = startScript('setsid sleep 1000 & exec sleep 1000');
    await sleep(delay);
    killGroup(child.pid, 'SIGKILL');
  }
  process.stdout.write('over\n');
}

if (/caged-process\.m?[jt]s$/.test(program)) void main(isolationHere());
