import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { killGroup, start } from '#system/process/exec';
import { lineReader } from '#system/streams/line-reader';
import { resticCommand, resticEnv, type Repository } from './repository';
import { exitFault, retriesInVain, retriesInVainAfterFileName } from './restic-fault';
import { StderrLog } from './restic-output';

const LINE_MAX = 16 * 1024 * 1024;

export interface ResticRun {
  readonly args: readonly string[];
  readonly signal: AbortSignal;
  readonly cwd?: string;
  readonly onLine?: (line: string) => void;
  readonly onStderrLine?: (line: string) => void;
  /** Writes restic's input. If it fails, restic is killed, so that it does not take the input as complete. */
  readonly input?: (into: NodeJS.WritableStream) => Promise<void>;
  /** Exit codes other than 0 that are no failure. */
  readonly okExitCodes?: readonly number[];
  readonly onStart?: (pid: number) => void;
}

function collect(stream: Readable | null, onLine: (line: string) => void, onOverflow: () => void): void {
  stream?.on('data', lineReader(onLine, onOverflow, LINE_MAX));
}

/** Writes the input, and ends it only if it is complete. */
async function feed(stdin: NodeJS.WritableStream, input: ResticRun['input']): Promise<void> {
  // restic may exit before it has read its input; the exit code decides.
  stdin.on('error', () => undefined);
  if (input) await input(stdin);
  stdin.end();
}

/**
 * Runs restic to its end. Aborting kills it with all its child processes. Rejects with a `Refusal` for a known message of
 * restic, and with the signal's reason after an abort.
 * @returns the exit code
 */
export async function runRestic(repository: Repository, options: ResticRun): Promise<number> {
  const { args, signal, cwd } = options;
  signal.throwIfAborted();
  const child = start(resticCommand(repository, args), {
    env: resticEnv(repository),
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  });
  const kill = () => killGroup(child.pid, 'SIGKILL');
  const stderr = new StderrLog();
  const onStderrLine = (line: string) => {
    stderr.add(line);
    options.onStderrLine?.(line);
    const isHopeless = stderr.isOwn
      ? retriesInVain(repository, line)
      : retriesInVainAfterFileName(repository, stderr.text);
    if (isHopeless) kill();
  };
  collect(child.stdout, (line) => options.onLine?.(line), kill);
  collect(child.stderr, onStderrLine, kill);
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  if (child.pid !== undefined) options.onStart?.(child.pid);
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  try {
    let failure: Error | undefined;
    const fed = feed(child.stdin ?? failNoPipe(), options.input).catch((error: unknown) => {
      failure = error instanceof Error ? error : new Error('no input');
      kill();
    });
    const [code] = await ended;
    // After a failure of restic, the producer may wait for a reader that has ended.
    if (failure === undefined && code === 0) await fed;
    if (failure !== undefined && !signal.aborted) throw failure;
    signal.throwIfAborted();
    if (code === 0 || (code !== null && options.okExitCodes?.includes(code))) return code;
    throw exitFault(code, stderr.text, repository);
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

function failNoPipe(): never {
  throw new Error('The child process has no pipes');
}
