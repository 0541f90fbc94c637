import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { ReadableStream } from 'node:stream/web';
import { codeOf } from '#faults/error-code';
import { Refusal } from '#faults/refusal';
import { INDEX_MAX_BYTES, type SignedIndex } from './catalogue-index';
import { orUnreachable, unreachable, type ReportCause } from './catalogue-unreachable';
import { withoutStalls } from './without-stalls';

export const INDEX_FILE = 'index.json';
export const SIGNATURE_FILE = 'index.json.sig';

const SIGNATURE_MAX_BYTES = 1024;
/** Time limit for index and signature, ms. */
const INDEX_MS = 20_000;
/** A package that sends nothing for this long is given up, ms. */
const STALL_MS = 60_000;

/** A place with an index and packages, that the operator names: a folder, or the address of one. */
export interface CatalogueSource {
  /** Refuses with `catalogue-missing` if a folder has no index, or with `catalogue-unreachable`. */
  readIndex(): Promise<SignedIndex>;
  /** The bytes of a file beside the index. They break off with `catalogue-unreachable`. */
  open(file: string, signal: AbortSignal): AsyncIterable<Buffer>;
}

async function orMissing(read: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await read();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new Refusal('catalogue-missing');
    throw error;
  }
}

function folderSource(folder: string, report: ReportCause): CatalogueSource {
  const bounded = (file: string, most: number): Promise<Buffer> =>
    bytesOf(createReadStream(join(folder, file)), most);
  return {
    readIndex: () =>
      orUnreachable(report, async () => ({
        bytes: await orMissing(() => bounded(INDEX_FILE, INDEX_MAX_BYTES)),
        signature: await bounded(SIGNATURE_FILE, SIGNATURE_MAX_BYTES),
      })),
    open: (file, signal) =>
      withoutStalls({
        open: () =>
          Promise.resolve(createReadStream(join(folder, file), { highWaterMark: 1024 * 1024, signal })),
        ...{ signal, report, stallMs: STALL_MS },
      }),
  };
}

async function bytesOf(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > most) throw new Refusal('catalogue-damaged');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* asBuffers(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of body)
    yield Buffer.from(buffer, byteOffset, byteLength);
}

/** The operator names the address, so any is allowed; but it may not send us on to another. */
function webSource(base: string, report: ReportCause): CatalogueSource {
  const get = async (file: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
    const reply = await fetch(new URL(file, base), { redirect: 'manual', signal });
    if (reply.status === 200 && reply.body) return reply.body as ReadableStream<Uint8Array>;
    await reply.body?.cancel();
    throw unreachable(`HTTP ${reply.status}`);
  };
  return {
    readIndex: () =>
      orUnreachable(report, async () => {
        const signal = AbortSignal.timeout(INDEX_MS);
        return {
          bytes: await bytesOf(await get(INDEX_FILE, signal), INDEX_MAX_BYTES),
          signature: await bytesOf(await get(SIGNATURE_FILE, signal), SIGNATURE_MAX_BYTES),
        };
      }),
    open: (file, signal) =>
      withoutStalls({
        open: async (limit) => asBuffers(await get(file, limit)),
        ...{ signal, report, stallMs: STALL_MS },
      }),
  };
}

/**
 * @param place a folder, or the URL of one
 * @param report gets the cause of `catalogue-unreachable`, which owners do not see
 */
export const catalogueSource = (place: string, report: ReportCause = () => undefined): CatalogueSource =>
  /^https?:\/\//.test(place)
    ? webSource(place.endsWith('/') ? place : `${place}/`, report)
    : folderSource(place, report);
