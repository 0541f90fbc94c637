import { read } from 'node:fs';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw } from 'node:zlib';
import { LEVEL } from './pack';
import type { EntrySizes, Method } from './zip-format';
import type { Sink } from './zip-records';

const CHUNK_BYTES = 1024 * 1024;
const DEFLATED_BYTES = 256 * 1024;

const readInto = promisify(read);
/** A file that can't be read to its end counts as shorter. */
const NO_MORE = () => ({ bytesRead: 0, buffer: Buffer.alloc(0) });

export interface StreamJob {
  readonly fd: number;
  /** Size of the file when it was opened; bytes added later are not read. */
  readonly size: number;
  readonly method: Method;
  readonly sink: Sink;
  readonly signal: AbortSignal;
  readonly onRead: (bytes: number) => void;
}

async function* piecesOf({ fd, size, signal, onRead }: StreamJob): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    signal.throwIfAborted();
    const wanted = Math.min(CHUNK_BYTES, size - at);
    const { bytesRead, buffer } = await readInto(fd, Buffer.allocUnsafe(wanted), 0, wanted, at).catch(
      NO_MORE,
    );
    if (bytesRead === 0) return;
    at += bytesRead;
    onRead(bytesRead);
    yield buffer.subarray(0, bytesRead);
  }
}

async function store(job: StreamJob): Promise<EntrySizes> {
  let [crc, passed] = [0, 0];
  for await (const piece of piecesOf(job)) {
    crc = crc32(piece, crc);
    passed += piece.length;
    await job.sink([piece]);
  }
  return { crc, size: passed, packed: passed };
}

async function deflate(job: StreamJob): Promise<EntrySizes> {
  const deflater = createDeflateRaw({ chunkSize: DEFLATED_BYTES, level: LEVEL });
  let [crc, read, packed] = [0, 0, 0];
  const feed = async () => {
    for await (const piece of piecesOf(job)) {
      crc = crc32(piece, crc);
      read += piece.length;
      if (!deflater.write(piece)) await new Promise<void>((resolve) => deflater.once('drain', resolve));
    }
    deflater.end();
  };
  const fed = feed().catch((error: unknown) =>
    deflater.destroy(error instanceof Error ? error : new Error('stopped')),
  );
  for await (const piece of deflater as AsyncIterable<Buffer>) {
    packed += piece.length;
    await job.sink([piece]);
  }
  await fed;
  return { crc, size: read, packed };
}

/** Packs a large file in pieces. */
export const packStream = (job: StreamJob): Promise<EntrySizes> =>
  job.method === 'stored' ? store(job) : deflate(job);
