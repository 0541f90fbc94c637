import { text } from 'node:stream/consumers';
import { findProgram, killGroup, run } from '#system/process/exec';
import type { Identity, Isolation } from '#system/process/identity';
import { seccompFilter } from './seccomp-filter';
import type { CageEngine, Cages } from './engine';
import { startCaged } from './start-caged';

const PROBE_MS = 10_000;
const PROBES = 3;
/** One of the product's own, so that no program of a host can end the probe. */
const PROBE_IDENTITY: Identity = { uid: 19_999, gid: 19_999 };
/** More than the probe needs, and less than one process of the product has. */
const PROBE_PROCESSES = 8;

/** Prints the name of each process it sees, its own rights, and whether its processes are counted alone. */
const PROBE = `cat /proc/[0-9]*/comm; grep -E "^(Uid|CapPrm|CapBnd|NoNewPrivs|Seccomp):" /proc/self/status
unshare -U true || echo closed
prlimit --nproc=${PROBE_PROCESSES} sh -c "true & wait; echo alone"`;

const expected = (uid: number): readonly RegExp[] => [
  /^bwrap\n(?:sh\n|cat\n)+Uid:/,
  new RegExp(`^Uid:\\t${uid}\\t${uid}\\t`, 'm'),
  /^CapPrm:\t0+$/m,
  /^CapBnd:\t0+$/m,
  /^NoNewPrivs:\t1$/m,
  /^Seccomp:\t2$/m,
  /^closed$/m,
];
const ALONE = /^alone$/m;

type ProbeResult =
  | { readonly is: 'works'; readonly countsAlone: boolean }
  | { readonly is: 'fails' }
  /** It ended before it could tell: killed, out of time, or not started for want of processes or descriptors. */
  | { readonly is: 'unclear' };

/** Starts a real cage: which version is installed says nothing about the rights that the machine grants. */
async function probe(engine: CageEngine, identity: Identity): Promise<ProbeResult> {
  const child = startCaged(
    engine,
    { file: '/bin/sh', args: ['-c', PROBE] },
    {
      identity,
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
  if (expected(identity.uid).every((part) => part.test(output)))
    return { is: 'works', countsAlone: ALONE.test(output) };
  return { is: code === null ? 'unclear' : 'fails' };
}

/** An unclear result is no reason to run programs without cages, so the probe is repeated. */
async function probeClearly(engine: CageEngine, identity: Identity): Promise<ProbeResult> {
  for (let tries = 1; tries < PROBES; tries += 1) {
    const result = await probe(engine, identity);
    if (result.is !== 'unclear') return result;
  }
  return probe(engine, identity);
}

const NO_MORE = '--disable-userns';

/**
 * Without root the first process in a cage is under the uid of the program, which can therefore change it, and no filter
 * of system calls applies to it. So the namespace itself is closed to further ones, where bubblewrap can do that.
 */
async function namespaceArguments(bubblewrap: string): Promise<readonly string[]> {
  const { stdout } = await run({ file: bubblewrap, args: ['--help'] });
  return ['--unshare-user', ...(stdout.includes(NO_MORE) ? [NO_MORE] : [])];
}

/** Finds out whether this machine can build cages: as root, or in user namespaces. */
export async function findCages(isolation: Isolation): Promise<Cages> {
  const [bubblewrap, setpriv] = await Promise.all([findProgram('bwrap'), findProgram('setpriv')]);
  if (bubblewrap === undefined || setpriv === undefined) return { is: 'off', why: 'missing' };
  const filter = seccompFilter(process.arch);
  if (!filter) return { is: 'off', why: 'rights' };
  const { stdout } = await run({ file: bubblewrap, args: ['--version'] });
  const engine = { bubblewrap, setpriv, filter, version: stdout.trim().split(' ')[1] ?? '' };
  if (isolation.is === 'separate') {
    const { is } = await probeClearly(engine, PROBE_IDENTITY);
    return is === 'works' ? { is: 'on', engine } : { is: 'off', why: 'rights' };
  }
  const args = await namespaceArguments(bubblewrap);
  const result = await probeClearly({ ...engine, userNamespace: { args, countsAlone: false } }, isolation);
  return result.is === 'works'
    ? { is: 'on', engine: { ...engine, userNamespace: { args, countsAlone: result.countsAlone } } }
    : { is: 'off', why: 'rights' };
}
