import { text } from 'node:stream/consumers';
import { findProgram, killGroup, run } from '#system/process/exec';
import type { Isolation } from '#system/process/identity';
import { seccompFilter } from './seccomp-filter';
import type { CageEngine, Cages } from './engine';
import { startCaged } from './start-caged';

const PROBE_MS = 10_000;
const PROBES = 3;
/** One of the product's own, so that no program of a host can end the probe. */
const PROBE_UID = 19_999;

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

/**
 * Starts a real cage: which version is installed says nothing about the rights that the machine grants. Undefined if it
 * ended before it could tell: killed, out of time, or not started for want of processes or descriptors.
 */
async function probe(engine: CageEngine): Promise<boolean | undefined> {
  const child = startCaged(
    engine,
    { file: '/bin/sh', args: ['-c', PROBE] },
    {
      identity: { uid: PROBE_UID, gid: PROBE_UID },
      view: { hostName: 'probe', root: '/usr', readable: [], folder: '/', env: { PATH: '/usr/bin' } },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const timer = setTimeout(() => killGroup(child.pid, 'SIGKILL'), PROBE_MS);
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  });
  const output = child.stdout ? await text(child.stdout).catch(() => '') : '';
  const code = await ended;
  clearTimeout(timer);
  if (EXPECTED.every((part) => part.test(output))) return true;
  return code === null ? undefined : false;
}

/** An unclear result is no reason to run programs without cages, so the probe is repeated. */
async function works(engine: CageEngine): Promise<boolean> {
  for (let tries = 1; tries < PROBES; tries += 1) {
    const result = await probe(engine);
    if (result !== undefined) return result;
  }
  return (await probe(engine)) === true;
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
