import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostCode } from '@sitedeck/contract';
import { findCages } from '#system/cage/find-cages';
import { findShares } from '#system/cage/shares/find-shares';
import { removeAllGroups } from '#system/cage/shares/groups';
import { HostShares } from '#system/cage/shares/host-shares';
import { EQUAL_WEIGHT } from '#system/cage/shares/shares';
import { startCaged } from '#system/cage/start-caged';
import { killGroup } from '#system/process/exec';
import { isolationHere, type Isolation } from '#system/process/identity';

/**
 * A test process without root. `print <root> <script>`: what a script prints in the cage of a host; `print-unfiltered`:
 * the same with every system call; `print-shared`: the same within the share of a host, after the names of limits that
 * work. `kill <root>`: starts cages and kills each some milliseconds later, then prints
 * `over`.
 */
const [, program = '', task, root = '', script = ''] = process.argv;

const LIMITS = {
  memoryBytes: 64 * 1024 ** 2,
  processes: 32,
  cpuPercent: 100,
  cpuWeight: EQUAL_WEIGHT,
  ioWeight: EQUAL_WEIGHT,
};

/** One instruction of classic BPF: allow. */
const ALLOW_ALL = Buffer.from([0x06, 0, 0, 0, 0, 0, 0xff, 0x7f]);

async function main(isolation: Isolation): Promise<void> {
  const cages = await findCages(isolation);
  if (cages.is === 'off' || isolation.is === 'separate')
    throw new Error(`no cages: ${JSON.stringify(cages)}`);
  const env = { PATH: '/usr/bin' };
  const view = { hostName: 'vhone', root, readable: [], folder: join(root, 'wwwroot'), env };
  const shares = await findShares({ cages, name: 'sitedeck-one-uid' });
  const groups = task === 'print-shared' && shares.is === 'on' ? shares.groups : undefined;
  if (groups) process.stdout.write(`${Object.keys(groups.folders).join(' ')}\n`);
  const share = groups && (await new HostShares(groups, () => LIMITS).of(HostCode.parse('vhone')));
  const startScript = (text: string) =>
    startCaged(
      task === 'print-unfiltered' ? { ...cages.engine, filter: ALLOW_ALL } : cages.engine,
      { file: '/bin/sh', args: ['-c', text] },
      { identity: isolation, view, share, stdio: ['ignore', 'pipe', 'ignore'] },
    );
  if (task !== 'kill') {
    const child = startScript(script);
    child.stdout?.pipe(process.stdout);
    await once(child, 'close');
    if (shares.is === 'on') await removeAllGroups(shares.groups);
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
