import { PassThrough, Transform, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '#faults/error-code';
import { killGroup, start, type Command } from '#system/process/exec';
import type { Identity } from '#system/process/identity';
import { Refusal } from '#faults/refusal';

export interface ThroughOptions {
  readonly identity?: Identity | undefined;
  /** Builds the error for a failure of the program. */
  readonly failure: (lastWords: string) => Error;
}

const WORDS_KEPT = 2000;

const lastLine = (words: string): string => words.trim().split('\n').at(-1)?.slice(0, 300) ?? '';

/** Delays the end of the stream until the program's exit status is known. */
export const withVerdict = (verdict: Promise<unknown>): Transform =>
  new Transform({
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush: (done) => {
      verdict.then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });

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

export function startFilter(command: Command, { identity, failure }: ThroughOptions): Filter {
  const child = start(command, { stdio: ['pipe', 'pipe', 'pipe'], ...(identity && { identity }) });
  const output = new PassThrough();
  let words = '';
  child.stderr?.on('data', (part: Buffer) => (words = (words + part.toString('utf8')).slice(-WORDS_KEPT)));
  const verdict = new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(codeOf(error) === 'ENOENT' ? missing(command) : error));
    child.once('close', (code) => (code === 0 ? resolve() : reject(failure(lastLine(words)))));
  });
  verdict.catch(() => undefined);
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('A program needs its pipes');
  // The program's exit status decides.
  stdin.on('error', () => undefined);
  void pipeline(stdout, withVerdict(verdict), output).catch(() => undefined);
  const kill = () => killGroup(child.pid, 'SIGKILL');
  output.once('close', kill);
  const fail = (error: Error) => {
    kill();
    output.destroy(error);
  };
  return { input: stdin, output, fail };
}

/**
 * The output of a program that converts bytes, started by `startFilter`. Destroying the output destroys the
 * input too.
 */
export function throughProgram(input: Readable, command: Command, options: ThroughOptions): Readable {
  const { input: stdin, output, fail } = startFilter(command, options);
  // A program may have read enough before its input has ended; its exit status decides.
  void pipeline(input, stdin).catch((error: unknown) => {
    if (codeOf(error) !== 'EPIPE') fail(error instanceof Error ? error : new Error(String(error)));
  });
  output.once('close', () => input.destroy());
  return output;
}
