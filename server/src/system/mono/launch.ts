import { join } from 'node:path';
import { BASE_ENV, marked, type Command, type ExecOptions } from '#system/process/exec';
import { hostIdentity, type Isolation } from '#system/process/identity';
import type { MonoEngine } from './engine';

/** How a site's server is started. Any change needs a new process. */
export interface Launch {
  readonly root: string;
  readonly uid: number;
  /** Folder of Mono's own configuration, which says whether visitors read errors in detail. */
  readonly configuration: string;
  /** Other settings of the owner; the server restarts when they change. */
  readonly settings: string;
}

/** Memory of a program's objects; beyond it the program gets an exception of its own, MB. */
const HEAP_MB = 512;
/** Of one process, bytes: what the heap limit does not count. Mono reserves far more than it uses. */
const ADDRESS_SPACE = 4 * 1024 ** 3;
/** Threads of all that runs under the host's uid, beyond which a program begins no more. */
const THREADS = 1024;
const FILES = 4096;

/** No limit can be lifted again by what runs under it. Threads are counted by uid: only where it is the host's alone. */
const limits = ({ is }: Isolation): string[] => [
  `--as=${ADDRESS_SPACE}`,
  `--nofile=${FILES}`,
  '--core=0',
  ...(is === 'separate' ? [`--nproc=${THREADS}`] : []),
];

/** Takes the socket it is to listen on as standard input: no name that the host could put something else under. */
export const serveNet = (engine: MonoEngine, { root }: Launch, isolation: Isolation): Command => ({
  file: engine.prlimit,
  args: [
    ...limits(isolation),
    '--',
    engine.file,
    engine.server,
    '--socket=pipe',
    // The path alone, in a word of its own: among applications a colon or a comma would end it.
    `--root=${join(root, 'wwwroot')}`,
    '--applications=/:.',
  ],
});

/** Everything of the environment; all that Mono writes lies in the host's own private folder. */
export function netOptions({ root, uid, configuration }: Launch, isolation: Isolation) {
  const temp = join(root, 'tmp');
  const identity = hostIdentity(isolation, uid);
  return {
    identity,
    env: marked(
      {
        ...BASE_ENV,
        HOME: temp,
        TMPDIR: temp,
        MONO_CFG_DIR: configuration,
        MONO_SHARED_DIR: temp,
        MONO_DISABLE_SHARED_AREA: '1',
        MONO_GC_PARAMS: `max-heap-size=${HEAP_MB}m`,
      },
      identity,
    ),
  } satisfies ExecOptions;
}
