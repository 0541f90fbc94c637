import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { isRefusal, Refusal } from '#faults/refusal';
import { INDEX_MAX_BYTES, type SignedIndex } from './catalogue-index';

export const INDEX_FILE = 'index.json';
export const SIGNATURE_FILE = 'index.json.sig';

const SIGNATURE_MAX_BYTES = 1024;
/** Time limit for index and signature, ms. */
const INDEX_MS = 20_000;

/** A place with an index and packages, that the operator names: a folder, or the address of one. */
export interface CatalogueSource {
  /** Refuses with `catalogue-unreachable`. */
  readIndex(): Promise<SignedIndex>;
  /** A file beside the index. Refuses with `catalogue-unreachable`. */
  open(file: string, signal: AbortSignal): Promise<Readable>;
}

const unreachable = (why: string) => new Refusal('catalogue-unreachable', { values: { why } });

async function orUnreachable<Value>(act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    if (isRefusal(error)) throw error;
    throw unreachable(error instanceof Error ? error.message : String(error));
  }
}

function folderSource(folder: string): CatalogueSource {
  const bounded = async (file: string, most: number): Promise<Buffer> => {
    const path = join(folder, file);
    const { size } = await stat(path);
    if (size > most) throw new Refusal('catalogue-damaged');
    return readFile(path);
  };
  return {
    readIndex: () =>
      orUnreachable(async () => ({
        bytes: await bounded(INDEX_FILE, INDEX_MAX_BYTES),
        signature: await bounded(SIGNATURE_FILE, SIGNATURE_MAX_BYTES),
      })),
    open: (file) =>
      orUnreachable(async () => {
        await stat(join(folder, file));
        return createReadStream(join(folder, file), { highWaterMark: 1024 * 1024 });
      }),
  };
}

async function bytesOf(body: ReadableStream<Uint8Array>, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > most) throw new Refusal('catalogue-damaged');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The operator names the address, so any is allowed; but it may not send us on to another. */
function webSource(base: string): CatalogueSource {
  const get = async (file: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
    const reply = await fetch(new URL(file, base), { redirect: 'error', signal });
    if (reply.status === 200 && reply.body) return reply.body as ReadableStream<Uint8Array>;
    await reply.body?.cancel();
    throw unreachable(`HTTP ${reply.status}`);
  };
  return {
    readIndex: () =>
      orUnreachable(async () => {
        const signal = AbortSignal.timeout(INDEX_MS);
        return {
          bytes: await bytesOf(await get(INDEX_FILE, signal), INDEX_MAX_BYTES),
          signature: await bytesOf(await get(SIGNATURE_FILE, signal), SIGNATURE_MAX_BYTES),
        };
      }),
    open: (file, signal) => orUnreachable(async () => Readable.fromWeb(await get(file, signal))),
  };
}

/** @param place a folder, or the URL of one */
export const catalogueSource = (place: string): CatalogueSource =>
  /^https?:\/\//.test(place) ? webSource(place.endsWith('/') ? place : `${place}/`) : folderSource(place);
