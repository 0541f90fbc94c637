import { withFileSizeLimit as endsAt } from '#system/process/file-size-limit';
import { killGroup, start, type Command } from '#system/process/exec';
import { Refusal } from '#faults/refusal';
import type { TakenOver } from '#system/streams/taken-over';
import { errnoOf } from '#files/link/errno';
import type { Packing } from '#files/link/protocol';

/** Each writes what it reads: gzip as `gzip -6` packs, for two thirds of its time. */
const PROGRAMS: Readonly<Record<Packing, Command>> = {
  none: { file: 'cat', args: [] },
  gzip: { file: 'zstd', args: ['-q', '--format=gzip', '-6', '-c'] },
  zstd: { file: 'zstd', args: ['-q', '-3', '-c'] },
};

const missing = (program: string): Refusal => new Refusal('tool-missing', { values: { package: program } });

const WORDS_KEPT = 2000;

interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly packing: Packing;
}

/** Why a program ended ill, by its words in plain English. */
function refusalFor(words: string, { signal, packing }: Ended): Refusal {
  if (words.includes('failed to execute')) return missing(PROGRAMS[packing].file);
  if (signal === 'SIGXFSZ' || words.includes('File too large')) return new Refusal('over-quota');
  if (words.includes('No space left on device')) return new Refusal('disk-full');
  if (words.includes('Disk quota exceeded')) return new Refusal('over-quota');
  return new Refusal('download-cut');
}

export interface TakeWish {
  readonly packing: Packing;
  /** The file grows no larger; undefined: there is no limit. */
  readonly atMost: number | undefined;
}

export interface TakeProgram {
  /** Rejects where not all was written. */
  readonly ended: Promise<void>;
  readonly kill: () => void;
}

/** Has what was handed over packed and written into an open file, past us: a byte costs as much as in a pipe by hand. */
export function startTaking(
  { bytes, isWhole }: TakenOver,
  fd: number,
  { packing, atMost }: TakeWish,
): TakeProgram {
  const command = endsAt(atMost, PROGRAMS[packing]);
  const program = start(command, { stdio: [bytes, fd, 'pipe'] });
  // It has a copy of its own; with ours open, whoever writes would not notice that it has gone.
  bytes.destroy();
  let words = '';
  program.stderr?.on('data', (part: Buffer) => (words = (words + part.toString('utf8')).slice(-WORDS_KEPT)));
  const kill = () => killGroup(program.pid, 'SIGKILL');
  const written = new Promise<void>((resolve, reject) => {
    program.once('error', (error) => {
      reject(errnoOf(error) === 'ENOENT' ? missing(command.file) : error);
    });
    program.once('close', (code, signal) =>
      code === 0 ? resolve() : reject(refusalFor(words, { signal, packing })),
    );
  });
  const verdict = isWhole.then((whole) => {
    if (whole) return;
    kill();
    throw new Refusal('download-cut');
  });
  // What the program says comes first: without it nobody gives on.
  verdict.catch(() => undefined);
  return { ended: written.then(() => verdict), kill };
}
