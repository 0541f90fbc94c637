import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { killGroup, start } from '#system/process/exec';
import { lineReader } from '#system/streams/line-reader';
import { Complaints } from './complaints';
import { resticCommand, resticEnv, type Repository } from './repository';
import { endedFault, isHopeless, isLost } from './restic-fault';

const LINE_MAX = 16 * 1024 * 1024;

export interface ResticRun {
  readonly args: readonly string[];
  readonly signal: AbortSignal;
  readonly cwd?: string;
  /** Called with every line of its output. */
  readonly onLine?: (line: string) => void;
  /** And of its complaints. */
  readonly onComplaint?: (line: string) => void;
  /** Its input. Where this fails the engine is killed before it could take the end for the end. */
  readonly input?: (into: NodeJS.WritableStream) => Promise<void>;
  /** Exit statuses that are no failure. */
  readonly fine?: readonly number[];
  /** Told of the process that runs. */
  readonly onStart?: (pid: number) => void;
}

function collect(stream: Readable | null, onLine: (line: string) => void, onOverflow: () => void): void {
  stream?.on('data', lineReader(onLine, onOverflow, LINE_MAX));
}

/** Gives the input and its end; the end is given only where all of it was. */
async function feed(stdin: NodeJS.WritableStream, input: ResticRun['input']): Promise<void> {
  // It may end before it has read its input; its status tells what matters.
  stdin.on('error', () => undefined);
  if (input) await input(stdin);
  stdin.end();
}

/**
 * Runs the engine to its end. Aborting kills it with everything it started. Rejects with a `Refusal` where its complaint is
 * one that we know, and with the signal's reason where that ended it.
 * @returns its exit status
 */
export async function runRestic(repository: Repository, wish: ResticRun): Promise<number> {
  const { args, signal, cwd } = wish;
  signal.throwIfAborted();
  const child = start(resticCommand(repository, args), {
    env: resticEnv(repository),
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  });
  const kill = () => killGroup(child.pid, 'SIGKILL');
  const complaints = new Complaints();
  const complain = (line: string) => {
    complaints.add(line);
    wish.onComplaint?.(line);
    const isOver = complaints.isOwn ? isLost(repository, line) : isHopeless(repository, complaints.said);
    if (isOver) kill();
  };
  collect(child.stdout, (line) => wish.onLine?.(line), kill);
  collect(child.stderr, complain, kill);
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  if (child.pid !== undefined) wish.onStart?.(child.pid);
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  try {
    let failure: Error | undefined;
    const fed = feed(child.stdin ?? failNoPipe(), wish.input).catch((error: unknown) => {
      failure = error instanceof Error ? error : new Error('no input');
      kill();
    });
    const [code] = await ended;
    // A producer that waits for a reader who is gone must not hold us up.
    if (failure === undefined && code === 0) await fed;
    if (failure !== undefined && !signal.aborted) throw failure;
    signal.throwIfAborted();
    if (code === 0 || (code !== null && wish.fine?.includes(code))) return code;
    throw endedFault(code, complaints.said, repository);
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

function failNoPipe(): never {
  throw new Error('A pipe has two ends');
}
