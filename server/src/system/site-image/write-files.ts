import { once } from 'node:events';
import { killGroup, start, type ChildProcess, type Command } from '#system/process/exec';
import type { Identity } from '#system/process/identity';
import { codeOf } from '#faults/error-code';
import { Refusal } from '#faults/refusal';

/** Folders to be packed as a compressed tar. */
export interface FilesToPack {
  /** The folder that holds them. */
  readonly root: string;
  readonly folders: readonly string[];
  /** Who reads them; undefined: this process's own uid. */
  readonly identity: Identity | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (packed: PackedSoFar) => void;
}

export interface PackedSoFar {
  /** Files and links. */
  readonly entries: number;
  /** Bytes of the tar, before compression. */
  readonly bytes: number;
}

export interface PackedFiles extends PackedSoFar {
  /** Entries that could not be read. */
  readonly missed: number;
}

/** Records of a tar, bytes; its checkpoints count them. */
const RECORD_BYTES = 10_240;
const CHECKPOINT_EVERY = 400;

const tarCommand = ({ folders }: FilesToPack): Command => ({
  file: 'tar',
  args: [
    ...['--create', '--file=-', '--format=gnu', '--sparse'],
    // Who owned the files means nothing on another host.
    ...['--numeric-owner', '--owner=0', '--group=0', '--one-file-system', '--verbose'],
    ...[`--checkpoint=${CHECKPOINT_EVERY}`, '--checkpoint-action=echo=%u', '--totals'],
    ...['--', ...folders],
  ],
});

/** What tar says last if it has left something out, but the archive is complete. */
const LEFT_OUT = 'tar: Exiting with failure status due to previous errors';
const TOTAL = /^Total bytes written: (\d+)/;
const CHECKPOINT = /^tar: (\d+)$/;
/** Warnings about entries that are in the archive. */
const HARMLESS = /: (?:file changed as we read it|socket ignored)$|^tar: Removing leading/;

/** Reads tar's messages. It escapes line breaks in names, so no name can pass as a message. */
class TarMessages {
  private rest = '';
  private last = '';
  entries = 0;
  bytes = 0;
  missed = 0;

  constructor(private readonly folders: readonly string[]) {}

  add(chunk: Buffer): void {
    const lines = (this.rest + chunk.toString('utf8')).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) this.read(line);
  }

  get isComplete(): boolean {
    return this.last === LEFT_OUT;
  }

  get lastWords(): string {
    return this.last;
  }

  private read(line: string): void {
    // The name of a folder ends with a slash.
    if (this.folders.some((folder) => line.startsWith(`${folder}/`)))
      return void (this.entries += line.endsWith('/') ? 0 : 1);
    const records = CHECKPOINT.exec(line)?.[1];
    if (records !== undefined) return void (this.bytes = Number(records) * RECORD_BYTES);
    const total = TOTAL.exec(line)?.[1];
    if (total !== undefined) return void (this.bytes = Number(total));
    if (line.startsWith('tar: ') && line !== LEFT_OUT && !HARMLESS.test(line)) this.missed += 1;
    this.last = line;
  }
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

/**
 * Compresses tar's output into the file. Both programs are connected by the kernel, which takes half the CPU of passing
 * the bytes on. tar runs under the host's uid and never has the file.
 */
function startZstd(tar: ChildProcess, output: number): ChildProcess {
  if (!tar.stdout) throw new Error('tar needs its pipes');
  const zstd = start({ file: 'zstd', args: ['-qc', '-T2'] }, { stdio: [tar.stdout, output, 'ignore'] });
  // Else zstd's end would not reach tar.
  tar.stdout.destroy();
  return zstd;
}

/**
 * Appends the folders, with everything that lies on their file system, to a file: a tar compressed by zstd. Links are kept
 * as links. Rejects if it is not complete; entries that can't be read are left out and counted.
 * @param output file descriptor
 */
export async function packFiles(files: FilesToPack, output: number): Promise<PackedFiles> {
  const { root, identity, signal, onProgress } = files;
  const tar = start(tarCommand(files), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(identity && { identity }),
  });
  const messages = new TarMessages(files.folders);
  tar.stderr?.on('data', (chunk: Buffer) => {
    messages.add(chunk);
    onProgress({ entries: messages.entries, bytes: messages.bytes });
  });
  const zstd = startZstd(tar, output);
  const stop = () => {
    for (const { pid } of [tar, zstd]) killGroup(pid, 'SIGKILL');
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) stop();
    const [code, packed] = await Promise.all([tar, zstd].map(exitOf));
    signal.throwIfAborted();
    const isComplete = code === 0 || code === 1 || (code === 2 && messages.isComplete);
    if (packed !== 0) throw new Error(`zstd ended with ${packed}`);
    if (!isComplete) throw new Error(`tar ended with ${code}: ${messages.lastWords}`);
    const { entries, bytes, missed } = messages;
    return { entries, bytes, missed };
  } catch (error) {
    const program = missingProgram(error);
    throw program === undefined ? error : new Refusal('tool-missing', { values: { package: program } });
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** The program that could not be started because it is not installed. */
function missingProgram(error: unknown): string | undefined {
  const isMissing = error instanceof Error && 'path' in error && codeOf(error) === 'ENOENT';
  return isMissing && typeof error.path === 'string' ? error.path : undefined;
}
