import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { codeOf } from '#faults/error-code';
import { couldBeHost, type Identity } from './identity';

export type { ChildProcess } from 'node:child_process';

/** A program and its arguments; no shell interprets them. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

export interface ExecOptions {
  readonly identity?: Identity;
  readonly cwd?: string;
  /** The complete environment of the program; it inherits nothing but `PART_MARK`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Open files of this process that the program gets as its descriptors 3, 4, … */
  readonly descriptors?: readonly number[];
  /** Time after which the process group is killed, ms. */
  readonly timeoutMs?: number;
  /** Largest part of each output that is kept, bytes; the rest is dropped. */
  readonly outputLimit?: number;
  readonly signal?: AbortSignal;
}

export interface ExecResult {
  /** Exit status; null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** English output regardless of the machine's language, because programs' output is parsed. */
export const BASE_ENV = { PATH, LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' } as const;

/**
 * Environment variable that names the part a program works for. Programs inherit it from each other, so the supervisor
 * finds them after the part was killed. Programs of hosts never get it: the supervisor finds them by uid, and they could
 * reveal it.
 */
export const PART_MARK = 'SITEDECK_PART';

type Environment = Readonly<Record<string, string>>;

/** Adds the part's mark to the environment, unless the program runs as a host. */
export function withPartMark(env: Environment, identity?: Identity): Environment {
  const mark = process.env[PART_MARK];
  // Without isolation every program runs under this process's uid, whichever uid is requested.
  const isHosts = identity !== undefined && couldBeHost(identity.uid) && identity.uid !== process.getuid?.();
  return mark === undefined || isHosts ? env : { ...env, [PART_MARK]: mark };
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_OUTPUT_BYTES = 1024 * 1024;

interface SpawnOptions {
  readonly identity?: Identity;
  readonly cwd?: string;
  readonly env: Environment;
  readonly stdio: StdioOptions;
}

function spawnCommand(command: Command, { stdio, env, ...options }: SpawnOptions): ChildProcess {
  return spawn(command.file, [...command.args], {
    cwd: options.cwd ?? '/',
    env,
    detached: true,
    shell: false,
    stdio,
    ...(options.identity && { uid: options.identity.uid, gid: options.identity.gid }),
  });
}

/** Sends a signal to a process group. Does nothing if it has ended. */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

class Capture {
  private readonly chunks: Buffer[] = [];
  private size = 0;
  constructor(private readonly limit: number) {}

  add(chunk: Buffer): void {
    if (this.size < this.limit) this.chunks.push(chunk.subarray(0, this.limit - this.size));
    this.size += chunk.length;
  }

  text(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }
}

/**
 * Runs a program to its end. Resolves with any exit status; rejects only if it could not be started. Abort
 * and timeout kill the entire process group.
 */
export function run(command: Command, options: ExecOptions = {}): Promise<ExecResult> {
  const limit = options.outputLimit ?? DEFAULT_OUTPUT_BYTES;
  const [stdout, stderr] = [new Capture(limit), new Capture(limit)];
  return new Promise((resolve, reject) => {
    const child = spawnCommand(command, {
      ...options,
      env: withPartMark(options.env ?? BASE_ENV, options.identity),
      stdio: ['pipe', 'pipe', 'pipe', ...(options.descriptors ?? [])],
    });
    const kill = () => killGroup(child.pid, 'SIGKILL');
    const timer = setTimeout(kill, options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    options.signal?.addEventListener('abort', kill, { once: true });
    const settled = () => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', kill);
    };
    child.stdout?.on('data', (chunk: Buffer) => stdout.add(chunk));
    child.stderr?.on('data', (chunk: Buffer) => stderr.add(chunk));
    // A program may end before it has read its input; its exit status decides.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.stdin ?? '');
    child.once('error', (error) => {
      settled();
      reject(error);
    });
    child.once('close', (code, signal) => {
      settled();
      resolve({ code, signal, stdout: stdout.text(), stderr: stderr.text() });
    });
    if (options.signal?.aborted) kill();
  });
}

/**
 * Starts a program that keeps running; its output goes where `stdio` says. The caller ends it with
 * `killGroup`. A given environment is used unchanged.
 */
export function start(
  command: Command,
  options: Omit<ExecOptions, 'stdin' | 'descriptors' | 'timeoutMs' | 'outputLimit' | 'signal'> & {
    readonly stdio: StdioOptions;
  },
): ChildProcess {
  return spawnCommand(command, { ...options, env: options.env ?? withPartMark(BASE_ENV, options.identity) });
}

/** Full path of the first of these programs that is installed, or undefined. A full path is checked as it is. */
export async function findProgram(...names: readonly string[]): Promise<string | undefined> {
  const { access, constants } = await import('node:fs/promises');
  for (const name of names) {
    for (const file of name.startsWith('/') ? [name] : PATH.split(':').map((folder) => `${folder}/${name}`)) {
      const found = await access(file, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (found) return file;
    }
  }
  return undefined;
}
