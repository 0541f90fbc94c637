import { text } from 'node:stream/consumers';
import { findProgram, killGroup, run } from '#system/process/exec';
import type { Isolation } from '#system/process/identity';
import { seccompFilter } from './seccomp-filter';
import type { CageEngine, Cages } from './engine';
import { startCaged } from './start-caged';

const PROBE_MS = 10_000;
/** Any uid will do, since the probe owns and changes nothing. */
const PROBE_UID = 65_533;

/** Prints the name of each process it sees, and its own rights. */
const PROBE =
  'cat /proc/[0-9]*/comm; grep -E "^(Uid|CapBnd|Seccomp):" /proc/self/status; unshare -U true || echo closed';
const EXPECTED = [
  /^bwrap\n(?:sh\n|cat\n)+Uid:/,
  new RegExp(`^Uid:\\t${PROBE_UID}\\t${PROBE_UID}\\t`, 'm'),
  /^CapBnd:\t0+$/m,
  /^Seccomp:\t2$/m,
  /^closed$/m,
];

/** Starts a real cage: which version is installed says nothing about the rights that the machine grants. */
async function works(engine: CageEngine): Promise<boolean> {
  const child = startCaged(
    engine,
    { file: '/bin/sh', args: ['-c', PROBE] },
    {
      identity: { uid: PROBE_UID, gid: PROBE_UID },
      view: { hostName: 'probe', root: '/usr', readable: [], folder: '/', env: { PATH: '/usr/bin' } },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const timer = setTimeout(() => killGroup(child.pid, 'SIGKILL'), PROBE_MS);
  child.once('error', () => undefined);
  child.stderr?.resume();
  const output = child.stdout ? await text(child.stdout).catch(() => '') : '';
  clearTimeout(timer);
  return EXPECTED.every((part) => part.test(output));
}

/** Finds out whether this machine can build cages. */
export async function findCages(isolation: Isolation): Promise<Cages> {
  if (isolation.is === 'single') return { is: 'off', why: 'root' };
  const [bubblewrap, setpriv] = await Promise.all([findProgram('bwrap'), findProgram('setpriv')]);
  if (bubblewrap === undefined || setpriv === undefined) return { is: 'off', why: 'missing' };
  const filter = seccompFilter(process.arch);
  if (!filter) return { is: 'off', why: 'rights' };
  const { stdout } = await run({ file: bubblewrap, args: ['--version'] });
  const engine = { bubblewrap, setpriv, filter, version: stdout.trim().split(' ')[1] ?? '' };
  return (await works(engine)) ? { is: 'on', engine } : { is: 'off', why: 'rights' };
}
