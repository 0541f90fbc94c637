import { once } from 'node:events';
import { closeSync, constants, openSync, read, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { BASE_ENV, findProgram, killGroup, start } from '#system/process/exec';
import { Refusal } from '#faults/refusal';
import { codeOf } from '#faults/error-code';
import { cutShort } from './byte-reader';

/** How an archive's bytes are decompressed, to a tar or to a single file. */
export type Packing = 'none' | 'gz' | 'xz' | 'bz2' | 'zst' | 'bsdtar';

const CHUNK_BYTES = 256 * 1024;
/** Memory limit of a decompressor, bytes: a crafted archive may request any amount. */
const MEMORY_MAX = 1024 * 1024 * 1024;

interface Tool {
  readonly name: string;
  readonly args: readonly string[];
  /** Debian's package of the program. */
  readonly package: string;
}

/** Each program reads an inherited descriptor and writes to its standard output, so it needs no path. */
const TOOLS: Readonly<Record<Exclude<Packing, 'none' | 'gz'>, Tool>> = {
  xz: { name: 'xz', args: ['-dc'], package: 'xz-utils' },
  bz2: { name: 'bzip2', args: ['-dc'], package: 'bzip2' },
  zst: { name: 'zstd', args: ['-dcq'], package: 'zstd' },
  // Converts every format it knows to a tar.
  bsdtar: { name: 'bsdtar', args: ['-cf', '-', '--format=pax', '@-'], package: 'libarchive-tools' },
};

const readInto = promisify(read);

export interface SourceParts {
  readonly fd: number;
  readonly fileSize: number;
  readonly packing: Packing;
  readonly signal: AbortSignal;
  /** Refuses more unpacked bytes than this. */
  readonly most: number;
}

/** The unpacked bytes of an archive; can be read once. */
export class ByteSource implements Disposable {
  /** Bytes of the archive read so far; undefined if a program reads it in its own order. */
  position: number | undefined = 0;
  private unpacked = 0;
  /** A second descriptor, whose position shows how far the program has read. */
  private readonly own: number;

  constructor(private readonly parts: SourceParts) {
    this.own = openSync(`/proc/self/fd/${parts.fd}`, constants.O_RDONLY);
  }

  async *bytes(): AsyncGenerator<Buffer> {
    for await (const piece of this.unlimited()) {
      this.parts.signal.throwIfAborted();
      this.unpacked += piece.length;
      if (this.unpacked > this.parts.most) throw new Refusal('archive-too-much');
      yield piece;
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.own);
  }

  private unlimited(): AsyncIterable<Buffer> {
    const { packing } = this.parts;
    if (packing === 'none') return this.plain();
    return packing === 'gz' ? this.gunzipped() : this.byTool(packing);
  }

  private async *plain(): AsyncGenerator<Buffer> {
    for (let at = 0; ;) {
      const { bytesRead, buffer } = await readInto(
        this.own,
        Buffer.allocUnsafe(CHUNK_BYTES),
        0,
        CHUNK_BYTES,
        at,
      );
      if (bytesRead === 0) return;
      at += bytesRead;
      this.position = at;
      yield buffer.subarray(0, bytesRead);
    }
  }

  private async *gunzipped(): AsyncGenerator<Buffer> {
    const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
    const feed = async () => {
      for await (const piece of this.plain()) {
        if (gunzip.destroyed) return;
        if (!gunzip.write(piece)) await Promise.race([once(gunzip, 'drain'), once(gunzip, 'close')]);
      }
      gunzip.end();
    };
    const fed = feed().catch((error: unknown) => gunzip.destroy(error instanceof Error ? error : cutShort()));
    try {
      yield* gunzip as AsyncIterable<Buffer>;
      await fed;
    } catch (error) {
      throw codeOf(error)?.startsWith('Z_') ? cutShort() : error;
    } finally {
      gunzip.destroy();
    }
  }

  private async *byTool(packing: keyof typeof TOOLS): AsyncGenerator<Buffer> {
    const command = await commandOf(TOOLS[packing]);
    this.parts.signal.throwIfAborted();
    const child = start(command, { env: BASE_ENV, stdio: [this.own, 'pipe', 'ignore'] });
    const stop = () => killGroup(child.pid, 'SIGKILL');
    const ended = once(child, 'close').catch((error: unknown) => [error]);
    this.parts.signal.addEventListener('abort', stop, { once: true });
    let isComplete = false;
    try {
      for await (const piece of child.stdout as AsyncIterable<Buffer>) {
        if (packing !== 'bsdtar') this.position = this.offset();
        else this.position = undefined;
        yield piece;
      }
      const [code] = await ended;
      this.parts.signal.throwIfAborted();
      if (code !== 0) throw await this.failureOf(packing);
      isComplete = true;
    } finally {
      this.parts.signal.removeEventListener('abort', stop);
      if (!isComplete) stop();
      await ended;
    }
  }

  private offset(): number | undefined {
    const digits = /^pos:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${this.own}`, 'utf8'))?.[1];
    return digits === undefined ? undefined : Number(digits);
  }

  private async failureOf(packing: keyof typeof TOOLS): Promise<Refusal> {
    return packing === 'bsdtar' && (await isEncrypted(this.parts))
      ? new Refusal('archive-encrypted')
      : cutShort();
  }
}

async function commandOf(tool: Tool): Promise<{ file: string; args: readonly string[] }> {
  const file = await findProgram(tool.name);
  if (file === undefined) throw new Refusal('tool-missing', { values: { package: tool.package } });
  const limiter = await findProgram('prlimit');
  if (limiter === undefined) return { file, args: tool.args };
  return { file: limiter, args: [`--as=${MEMORY_MAX}`, '--', file, ...tool.args] };
}

/** Longest wait for bsdtar's error messages, ms. */
const ASK_MS = 10_000;
const WORDS_MAX = 64 * 1024;

async function complaintsOf(args: readonly string[], { fd, signal }: SourceParts): Promise<string> {
  const command = await commandOf({ ...TOOLS.bsdtar, args });
  const own = openSync(`/proc/self/fd/${fd}`, constants.O_RDONLY);
  const child = start(command, { env: BASE_ENV, stdio: [own, 'ignore', 'pipe'] });
  const stop = () => killGroup(child.pid, 'SIGKILL');
  const ended = once(child, 'close').catch(() => undefined);
  const timer = setTimeout(stop, ASK_MS);
  signal.addEventListener('abort', stop, { once: true });
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    if (words.length < WORDS_MAX) words += chunk.toString('utf8');
  });
  await ended;
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
  closeSync(own);
  return words;
}

const ENCRYPTED = /encrypt|passphrase/i;

/** Whether the archive is encrypted: bsdtar only reports it when it lists or extracts. */
const isEncrypted = async (parts: SourceParts): Promise<boolean> =>
  ENCRYPTED.test(await complaintsOf(['-tf', '-'], parts)) ||
  ENCRYPTED.test(await complaintsOf(['-xOf', '-'], parts));
