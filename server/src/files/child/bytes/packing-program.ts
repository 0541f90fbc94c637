import { withFileSizeLimit as endsAt } from '#system/process/file-size-limit';
import { killGroup, start, type Command } from '#system/process/exec';
import { Refusal } from '#faults/refusal';
import type { TakenOver } from '#system/streams/taken-over';
import { codeOf } from '#faults/error-code';
import type { Packing } from '#files/link/protocol';

/**
 * Each program writes exactly what it reads; this gzip compresses like `gzip -6` in two thirds of the time.
 */
const PROGRAMS: Readonly<Record<Packing, Command>> = {
  none: { file: 'cat', args: [] },
  gzip: { file: 'zstd', args: ['-q', '--format=gzip', '-6', '-c'] },
  zstd: { file: 'zstd', args: ['-q', '-3', '-c'] },
};

const missing = (program: string): Refusal => new Refusal('tool-missing', { values: { package: program } });

const WORDS_KEPT = 2000;

interface ProgramEnd {
  readonly signal: NodeJS.Signals | null;
  readonly packing: Packing;
}

/** Finds why a program failed in its messages, which are in English. */
function refusalFor(words: string, { signal, packing }: ProgramEnd): Refusal {
  if (words.includes('failed to execute')) return missing(PROGRAMS[packing].file);
  if (signal === 'SIGXFSZ' || words.includes('File too large')) return new Refusal('over-quota');
  if (words.includes('No space left on device')) return new Refusal('disk-full');
  if (words.includes('Disk quota exceeded')) return new Refusal('over-quota');
  return new Refusal('download-cut');
}

export interface PackingOptions {
  readonly packing: Packing;
  /** The file may not grow beyond this, bytes; undefined: unlimited. */
  readonly atMost: number | undefined;
}

export interface PackingProgram {
  /** Rejects unless everything was written. */
  readonly ended: Promise<void>;
  readonly kill: () => void;
}

/** Starts a program that packs the handed-over bytes into an open file, so that no byte passes through this process. */
export function startPackingStream(
  { bytes, isComplete }: TakenOver,
  fd: number,
  { packing, atMost }: PackingOptions,
): PackingProgram {
  const command = endsAt(atMost, PROGRAMS[packing]);
  const program = start(command, { stdio: [bytes, fd, 'pipe'] });
  // The program has its own copy. If this process kept its copy open, the sender would not notice that the
  // program has ended.
  bytes.destroy();
  let words = '';
  program.stderr?.on('data', (part: Buffer) => (words = (words + part.toString('utf8')).slice(-WORDS_KEPT)));
  const kill = () => killGroup(program.pid, 'SIGKILL');
  const written = new Promise<void>((resolve, reject) => {
    program.once('error', (error) => {
      reject(codeOf(error) === 'ENOENT' ? missing(command.file) : error);
    });
    program.once('close', (code, signal) =>
      code === 0 ? resolve() : reject(refusalFor(words, { signal, packing })),
    );
  });
  const verdict = isComplete.then((gotAll) => {
    if (gotAll) return;
    kill();
    throw new Refusal('download-cut');
  });
  // An error of the program takes precedence.
  verdict.catch(() => undefined);
  return { ended: written.then(() => verdict), kill };
}
