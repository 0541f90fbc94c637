import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { HostCode } from '@sitedeck/contract';
import type { CageEngine } from '#system/cage/engine';
import type { HostShares } from '#system/cage/shares/host-shares';
import type { HostShare } from '#system/cage/shares/shares';
import { startCaged } from '#system/cage/start-caged';
import { killGroup, type ChildProcess, type Command } from '#system/process/exec';
import { hostIdentity, type Isolation } from '#system/process/identity';
import { OutputTail } from './output-tail';

/** What a node needs to run programs of hosts in their cages. */
export interface CageMachine {
  readonly cages: CageEngine;
  /** Path of `prlimit`, which sets limits and then runs the program. */
  readonly prlimit: string;
  readonly isolation: Isolation;
  /** Undefined where the machine has no shares. */
  readonly shares: HostShares | undefined;
  /** Whether a host is over its disk quota, as in `CageView`. */
  readonly isFull: (hostCode: HostCode) => Promise<boolean>;
  /** Files and folders besides the host's tree that programs can read. */
  readonly readable: readonly string[];
  /** Creates the folder of the host's socket for mail. */
  readonly mailFolderOf: (host: Pick<CagedCommand, 'hostCode' | 'uid'>) => Promise<string>;
  /** Additional environment variables. */
  readonly env: Readonly<Record<string, string>>;
}

export interface CagedCommand {
  readonly hostCode: HostCode;
  /** The host's tree. */
  readonly root: string;
  readonly uid: number;
  readonly program: Command;
  /** Where it starts. */
  readonly folder: string;
  /** Its standard input; absent: it has none. */
  readonly input?: string;
}

export interface CommandLimits {
  readonly signal: AbortSignal;
  /** Time after which the cage ends, ms. */
  readonly limitMs: number;
  /** Last bytes of the output that are kept. */
  readonly outputBytes: number;
}

export interface CommandEnd {
  /** `aborted`: by the caller's signal. */
  readonly is: 'exit' | 'timeout' | 'aborted';
  /** Null: a signal ended it. */
  readonly exitStatus: number | null;
  readonly output: Buffer;
  readonly outputBytes: number;
}

/** As for .NET: the program can't raise these limits again. A share limits processes itself. */
const limits = (share: HostShare | undefined): readonly string[] => [
  ...['--as=4294967296', '--nofile=4096', '--core=0'],
  ...(share?.processes === undefined ? ['--nproc=1024'] : []),
];

/** The shell only joins the outputs of the program, in the order of printing. */
const JOINED = 'exec "$0" "$@" 2>&1';

const limited = (prlimit: string, { file, args }: Command, share: HostShare | undefined): Command => ({
  file: prlimit,
  args: [...limits(share), '--', '/bin/sh', '-c', JOINED, file, ...args],
});

/** The complete environment. */
function environmentOf({ env }: CageMachine, { root }: CagedCommand): Readonly<Record<string, string>> {
  const temp = join(root, 'tmp');
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LC_ALL: 'C.UTF-8',
    LANG: 'C.UTF-8',
    SHELL: '/bin/sh',
    HOME: temp,
    TMPDIR: temp,
    ...env,
  };
}

/** Most bytes that are read in one slice of time, so that a program that prints without end can't keep us busy. */
const [SLICE_BYTES, SLICE_MS] = [512 * 1024, 100];
/** A program of the same host outside may hold the output open; after the end it is read no longer than this. */
const REST_MS = 2000;

function collect(stream: Readable, tail: OutputTail): void {
  let left = SLICE_BYTES;
  stream.on('data', (chunk: Buffer) => {
    tail.add(chunk);
    left -= chunk.length;
    if (left > 0) return;
    stream.pause();
    setTimeout(() => {
      left = SLICE_BYTES;
      stream.resume();
    }, SLICE_MS).unref();
  });
}

/** Resolves when the cage has ended and its output is read, `REST_MS` later at the latest: closing the streams is the end too. */
function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
    child.once('exit', () => {
      setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, REST_MS).unref();
    });
  });
}

/**
 * Runs a program of a host in the host's cage. When it ends, or at the limit, the cage ends with everything in it. Rejects
 * only if it could not be started.
 */
export async function runCaged(
  machine: CageMachine,
  command: CagedCommand,
  { signal, limitMs, outputBytes }: CommandLimits,
): Promise<CommandEnd> {
  const { hostCode, root, uid, program, folder, input } = command;
  const view = {
    hostName: hostCode,
    root,
    isFull: await machine.isFull(hostCode),
    readable: [...machine.readable, await machine.mailFolderOf(command)],
    folder,
    env: environmentOf(machine, command),
  };
  const share = await machine.shares?.of(hostCode);
  const child = startCaged(machine.cages, limited(machine.prlimit, program, share), {
    identity: hostIdentity(machine.isolation, uid),
    view,
    share,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  // A program that ends without reading says why by its exit status.
  child.stdin?.on('error', () => undefined).end(input);
  const tail = new OutputTail(outputBytes);
  for (const stream of [child.stdout, child.stderr]) if (stream) collect(stream, tail);
  let why: CommandEnd['is'] = 'exit';
  const kill = (reason: CommandEnd['is']) => {
    why = reason;
    killGroup(child.pid, 'SIGKILL');
  };
  const onAbort = () => kill('aborted');
  const timer = setTimeout(() => kill('timeout'), limitMs);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    const exitStatus = await ended(child);
    return { is: why, exitStatus, output: tail.content(), outputBytes: tail.bytes };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
