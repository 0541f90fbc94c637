import { basename, join } from 'node:path';
import { countsHostAlone, type Cages } from '#system/cage/engine';
import type { HostShare } from '#system/cage/shares/shares';
import { startCaged } from '#system/cage/start-caged';
import { BASE_ENV, withPartMark, start, type ChildProcess, type Command } from '#system/process/exec';
import { hostIdentity, type Isolation } from '#system/process/identity';
import type { MonoEngine } from './engine';

/** How a site's server is started. Any change needs a new process. */
export interface Launch {
  readonly root: string;
  readonly uid: number;
  /** Folder of Mono's configuration, which decides whether visitors see error details. */
  readonly configuration: string;
  /** The owner's other settings; the server restarts when they change. */
  readonly settings: string;
}

const MB = 1024 ** 2;
/** Heap limit, MB; beyond it the program gets an exception of its own. */
const HEAP_MB = 512;
/** The rest of a host's memory is for the runtime and other programs: at the end of it a program is killed. */
const HEAP_PART = 0.75;
export const heapMb = (share: HostShare | undefined): number =>
  Math.min(HEAP_MB, Math.floor(((share?.memoryBytes ?? Infinity) / MB) * HEAP_PART));
/**
 * Address space of one process, bytes: limits memory that the heap limit does not count. Mono reserves far
 * more than it uses.
 */
const ADDRESS_SPACE = 4 * 1024 ** 3;
/** Limit of threads under the host's uid. */
const THREADS = 1024;
const FILES = 4096;

/**
 * The program can't raise these limits again.
 * @param countsThreads whether the kernel counts the threads of a host alone, and no share limits them
 */
const limits = (countsThreads: boolean): string[] => [
  `--as=${ADDRESS_SPACE}`,
  `--nofile=${FILES}`,
  '--core=0',
  ...(countsThreads ? [`--nproc=${THREADS}`] : []),
];

const serveNet = (engine: MonoEngine, { root }: Launch, countsThreads: boolean): Command => ({
  file: engine.prlimit,
  args: [
    ...limits(countsThreads),
    '--',
    engine.file,
    engine.server,
    '--socket=pipe',
    // The path is a separate argument: in the list of applications a colon or a comma would end it.
    `--root=${join(root, 'wwwroot')}`,
    '--applications=/:.',
  ],
});

/** The complete environment; Mono only writes to the host's own private folder. */
function environmentOf({ root, configuration }: Launch, heap: number): Readonly<Record<string, string>> {
  const temp = join(root, 'tmp');
  return {
    ...BASE_ENV,
    HOME: temp,
    TMPDIR: temp,
    MONO_CFG_DIR: configuration,
    MONO_SHARED_DIR: temp,
    MONO_DISABLE_SHARED_AREA: '1',
    MONO_GC_PARAMS: `max-heap-size=${heap}m`,
  };
}

export interface MonoMachine {
  readonly engine: MonoEngine;
  readonly isolation: Isolation;
  readonly cages: Cages;
}

/** What one run of a server gets. */
export interface RunResources {
  /** Descriptor of its listening socket. */
  readonly listener: number;
  /** Shares need cages. */
  readonly share: HostShare | undefined;
  /** As in `CageView`. */
  readonly isFull: boolean;
}

/**
 * Starts the server of a site, in a cage where the machine permits one. It gets its listening socket as standard input,
 * so the host can't replace it by name.
 */
export function startNet(
  { engine, isolation, cages }: MonoMachine,
  launch: Launch,
  { listener, share, isFull }: RunResources,
): ChildProcess {
  const { root, configuration } = launch;
  const identity = hostIdentity(isolation, launch.uid);
  const countsThreads = share?.processes === undefined && countsHostAlone(isolation, cages);
  const command = serveNet(engine, launch, countsThreads);
  const env = environmentOf(launch, heapMb(share));
  const stdio = [listener, 'pipe', 'pipe'] as const;
  if (cages.is === 'off')
    return start(command, { identity, env: withPartMark(env, identity), stdio: [...stdio] });
  const view = { hostName: basename(root), root, isFull, readable: [configuration], folder: '/', env };
  return startCaged(cages.engine, command, { identity, view, share, stdio });
}
