import { Transform, type Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { codeOf } from '#faults/error-code';
import { killGroup, start, type Command } from '#system/process/exec';
import type { Identity } from '#system/process/identity';
import { Refusal } from '#faults/refusal';

export interface ThroughOptions {
  readonly identity?: Identity | undefined;
  readonly cwd?: string;
  /** Builds the error for a failure of the program. */
  readonly failure: (lastWords: string) => Error;
  /** Size of its output, if it is known; any other size is an error, and the program is ended before it writes more. */
  readonly size?: { readonly bytes: number; readonly wrong: () => Error };
}

const WORDS_KEPT = 2000;

const lastLine = (words: string): string => words.trim().split('\n').at(-1)?.slice(0, 300) ?? '';

/** Delays the end of the stream until the program's exit status is known. */
export function withVerdict(verdict: Promise<unknown>, size?: ThroughOptions['size']): Transform {
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (size && bytes > size.bytes) done(size.wrong());
      else done(null, chunk);
    },
    flush: (done) => {
      verdict.then(
        () => done(size && bytes < size.bytes ? size.wrong() : null),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
}

/** The program's Debian package, if it has another name. */
const PACKAGES: Readonly<Record<string, string>> = { bsdtar: 'libarchive-tools' };

const missing = ({ file }: Command): Refusal =>
  new Refusal('tool-missing', { values: { package: PACKAGES[file] ?? file } });

/** A program that converts bytes. */
export interface Filter {
  /** A writer that can't write everything calls `fail`: a plain end would look like success. */
  readonly input: Writable;
  /**
   * Ends only after the program has ended with success: cut or damaged output never looks complete.
   * Destroying it ends the program.
   */
  readonly output: Readable;
  readonly fail: (error: Error) => void;
}

export function startFilter(command: Command, options: ThroughOptions): Filter {
  const { identity, cwd, failure, size } = options;
  const child = start(command, {
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(identity && { identity }),
    ...(cwd !== undefined && { cwd }),
  });
  let words = '';
  child.stderr?.on('data', (part: Buffer) => (words = (words + part.toString('utf8')).slice(-WORDS_KEPT)));
  const verdict = new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(codeOf(error) === 'ENOENT' ? missing(command) : error));
    child.once('close', (code) => (code === 0 ? resolve() : reject(failure(lastLine(words)))));
  });
  verdict.catch(() => undefined);
  const output = withVerdict(verdict, size);
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('A program needs its pipes');
  // The program's exit status decides.
  stdin.on('error', () => undefined);
  void pipeline(stdout, output).catch(() => undefined);
  const kill = () => killGroup(child.pid, 'SIGKILL');
  output.once('close', kill);
  const fail = (error: Error) => {
    kill();
    output.destroy(error);
  };
  return { input: stdin, output, fail };
}

/**
 * Passes the input to the program, and calls `fail` if the input breaks off. That the program has closed its pipe is no
 * failure: it may have read enough, and its exit status decides. (At the end of a program, Node may close its pipe
 * before the last write has reported.)
 */
function feed(input: Readable, { input: stdin, fail }: Filter): void {
  const breakOff = (error: Error) => {
    if (!stdin.destroyed) fail(error);
  };
  input.on('error', breakOff);
  input.once('close', () => {
    if (!input.readableEnded) breakOff(new Error('The input has broken off'));
  });
  input.pipe(stdin);
}

/**
 * The output of a program that converts bytes, started by `startFilter`. Destroying the output destroys the
 * input too.
 */
export function throughProgram(input: Readable, command: Command, options: ThroughOptions): Readable {
  const filter = startFilter(command, options);
  feed(input, filter);
  filter.output.once('close', () => input.destroy());
  return filter.output;
}

/** Passes what `fill` writes through a program. */
export interface FilledProgram {
  readonly command: Command;
  readonly options: ThroughOptions;
  /** Writes everything, and resolves when it is complete; it need not end its output. */
  readonly fill: (output: Writable) => Promise<void>;
  /**
   * Receives the program's output, and is ended if `fill` and the program have succeeded. Otherwise it stays open: a caller
   * may still say there what went wrong.
   */
  readonly output: Writable;
  /** Called with the bytes that `fill` has written so far. */
  readonly onBytes?: (bytes: number) => void;
}

/** Rejects with the reason of `fill`, or else with the failure of the program or of the output. */
export async function fillProgram({ command, options, fill, output, onBytes }: FilledProgram): Promise<void> {
  const { input, output: converted, fail } = startFilter(command, options);
  let bytes = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      onBytes?.((bytes += chunk.length));
      done(null, chunk);
    },
  });
  // If all was written and the program has ended with success, it has read everything.
  pipeline(counted, input).catch(() => undefined);
  const stored = pipeline(converted, output, { end: false });
  stored.catch(() => undefined);
  try {
    await fill(counted);
    if (!counted.writableEnded) counted.end();
  } catch (error) {
    fail(error instanceof Error ? error : new Error(String(error)));
    await stored.catch(() => undefined);
    throw error;
  }
  await stored;
  output.end();
  // The last bytes are written only now.
  await finished(output, { readable: false });
}
