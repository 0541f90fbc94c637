import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Refusal } from '#faults/refusal';
import type { ImagePart } from '#system/site-image/manifest';
import {
  decompress,
  HEAD_BYTES,
  partOf,
  readHead,
  readPart,
  type AcceptedImages,
  type OpenedImage,
} from '#system/site-image/read-image';
import { AppPackage, DESCRIPTION_MAX_BYTES } from './app-package';

const damaged = () => new Refusal('app-package-damaged');

/** The part that describes the app. Refuses what would need much memory. */
function descriptionOf(image: Pick<OpenedImage, 'manifest'>): ImagePart {
  const part = partOf(image, 'configuration');
  if (!part || part.bytes > DESCRIPTION_MAX_BYTES) throw damaged();
  return part;
}

/** Reads the configuration part of a package that was found intact. Refuses with `app-package-damaged`. */
export async function readAppPackage(image: OpenedImage): Promise<AppPackage> {
  return described(readPart(image, descriptionOf(image)));
}

async function described(json: Readable): Promise<AppPackage> {
  const read = AppPackage.safeParse(parsed(await text(json)));
  if (!read.success) throw damaged();
  return read.data;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Furthest position in a package up to which a peek reads, bytes: its description may be compressed badly. */
const PEEK_MAX_BYTES = 2 * DESCRIPTION_MAX_BYTES;

/** The beginning of a stream, as far as it was needed. */
class Beginning {
  private read = Buffer.alloc(0);
  private readonly chunks: AsyncIterator<Buffer, unknown>;

  constructor(bytes: AsyncIterable<Buffer>) {
    this.chunks = bytes[Symbol.asyncIterator]();
  }

  async upTo(length: number): Promise<Buffer> {
    while (this.read.length < length) {
      const next = await this.chunks.next();
      if (next.done === true) throw damaged();
      this.read = Buffer.concat([this.read, next.value]);
    }
    return this.read.subarray(0, length);
  }

  async end(): Promise<void> {
    await this.chunks.return?.();
  }
}

/**
 * Reads what a package says of its app, from the beginning of the package alone: whether its files are intact is not known.
 * Refuses as `readHead` does, or with `app-package-damaged`.
 */
export async function peekAppPackage(
  bytes: AsyncIterable<Buffer>,
  trusted: AcceptedImages['trusted'],
): Promise<AppPackage> {
  const beginning = new Beginning(bytes);
  try {
    const manifest = readHead(await beginning.upTo(HEAD_BYTES), { kind: 'app', trusted });
    const part = descriptionOf({ manifest });
    const end = part.offset + part.length;
    if (end > PEEK_MAX_BYTES) throw damaged();
    const compressed = (await beginning.upTo(end)).subarray(part.offset);
    if (createHash('sha256').update(compressed).digest('hex') !== part.sha256) throw damaged();
    return await described(decompress(Readable.from([compressed]), part));
  } finally {
    await beginning.end();
  }
}
