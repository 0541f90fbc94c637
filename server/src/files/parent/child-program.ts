import { dirname, join } from 'node:path';
import type { CageView } from '#system/cage/cage-view';
import type { CageEngine } from '#system/cage/engine';
import type { HostShare } from '#system/cage/shares/shares';
import { startCaged } from '#system/cage/start-caged';
import { start, type ChildProcess, type Command } from '#system/process/exec';
import type { Identity } from '#system/process/identity';
import { withProgramLimits, type ProgramLimits } from '#system/process/program-limits';

export interface ChildProgram {
  readonly hostCode: string;
  /** Path of the bundle; the host's uid can read it. Its threads are beside it. */
  readonly script: string;
  /** Absolute path of the host's root. */
  readonly root: string;
  /** uid and gid of the host; without isolation this process's own. */
  readonly identity: Identity;
  /** Folder with the sockets on which the worker hands bytes over to this child. */
  readonly handover: string;
  /** Undefined on a machine that permits none: then it runs under the host's uid alone. */
  readonly cage?: { readonly engine: CageEngine; readonly share: HostShare | undefined } | undefined;
}

/**
 * Heap limit of a child and of each of its threads, MiB; without one a child could take all memory. The
 * largest archive needs the most: a million entries whose paths hold 128 Mi characters, which take 256 MiB if
 * Chinese.
 */
const HEAP_MB = 1024;

/** As for .NET and jobs. A core file would hold what the file process has in memory. */
const LIMITS: ProgramLimits = [
  ['core', 0],
  ['nofile', 4096],
];

/** A cage shows the system's programs anyway. */
const SYSTEM = '/usr/';

/** What a child sees besides the system's programs: its own program, its host's tree, and its hand-over folder. */
export function childView({ hostCode, script, root, handover }: ChildProgram, node: string): CageView {
  const program = [node, script, join(dirname(script), 'threads.mjs')];
  return {
    hostName: hostCode,
    root,
    readable: [...program.filter((file) => !file.startsWith(SYSTEM)), handover],
    folder: '/',
    env: {},
  };
}

/**
 * Starts a child with an empty environment and two descriptors: its channel and a listening socket.
 * @param listener descriptor of the socket in this process
 */
export async function startChildProgram(program: ChildProgram, listener: number): Promise<ChildProcess> {
  const node = process.execPath;
  const serve: Command = {
    file: node,
    args: [`--max-old-space-size=${HEAP_MB}`, program.script, program.root],
  };
  const command = await withProgramLimits(serve, LIMITS);
  const { identity, cage } = program;
  const stdio = ['ignore', 'ignore', 'pipe'] as const;
  const further = ['pipe', listener] as const;
  if (!cage) return start(command, { env: {}, cwd: '/', stdio: [...stdio, ...further], identity });
  const { engine, share } = cage;
  return startCaged(engine, command, { identity, view: childView(program, node), share, stdio, further });
}
