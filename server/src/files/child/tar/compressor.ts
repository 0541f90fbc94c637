import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { BASE_ENV, findProgram, killGroup, start } from '#system/process/exec';
import { Refusal } from '#faults/refusal';
import type { Sink } from '../zip/zip-records';

const CHUNK_BYTES = 256 * 1024;

export type Compression = 'gz' | 'zst';

interface Pipe {
  readonly into: Writable;
  readonly out: Readable;
  /** Settles when it has ended; false if it failed. */
  readonly ended: Promise<boolean>;
  stop(): void;
}

function gzip(): Pipe {
  const stream = createGzip({ chunkSize: CHUNK_BYTES });
  const ended = once(stream, 'close').then(
    () => true,
    () => false,
  );
  return { into: stream, out: stream, ended, stop: () => stream.destroy() };
}

/** With two threads, as packing a zip has. */
async function zstd(): Promise<Pipe> {
  const file = await findProgram('zstd');
  if (file === undefined) throw new Refusal('tool-missing', { values: { package: 'zstd' } });
  const child = start({ file, args: ['-qc', '-T2'] }, { env: BASE_ENV, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(child, 'close').then(
    ([code]) => code === 0,
    () => false,
  );
  if (!child.stdin || !child.stdout) throw new Error('A pipe has two ends');
  // If it ends before its input does, its exit status shows the failure.
  child.stdin.on('error', () => undefined);
  return { into: child.stdin, out: child.stdout, ended, stop: () => killGroup(child.pid, 'SIGKILL') };
}

/** A sink that compresses into another sink. `finish` settles when everything is written. */
export interface Compressor {
  readonly sink: Sink;
  finish(): Promise<void>;
  stop(): Promise<void>;
}

export async function openCompressor(compression: Compression, sink: Sink): Promise<Compressor> {
  const pipe = compression === 'gz' ? gzip() : await zstd();
  let failure: unknown;
  const drained = (async () => {
    for await (const piece of pipe.out as AsyncIterable<Buffer>) await sink([piece]);
  })().catch((error: unknown) => {
    failure ??= error;
    pipe.stop();
  });
  const write = async (piece: Uint8Array) => {
    if (failure !== undefined) throw failure instanceof Error ? failure : new Error('stopped');
    if (!pipe.into.write(piece)) await Promise.race([once(pipe.into, 'drain'), drained]);
  };
  return {
    sink: async (pieces) => {
      for (const piece of pieces) if (piece.length > 0) await write(piece);
    },
    finish: async () => {
      pipe.into.end();
      await drained;
      const isComplete = await pipe.ended;
      if (failure !== undefined) throw failure instanceof Error ? failure : new Error('stopped');
      if (!isComplete) throw new Error(`${compression}: packing failed`);
    },
    stop: async () => {
      pipe.stop();
      await drained;
      await pipe.ended;
    },
  };
}
