import { createHash, type Hash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import type { SiteImagePart } from '@sitedeck/contract';
import { fillProgram } from '#system/streams/through-program';
import type { Identity } from '#system/process/identity';
import { encodeManifest, IMAGE_FORMAT, MANIFEST_BYTES, type ImageManifest, type ImagePart } from './manifest';
import { signatureLine, SIGNATURE_LINE_BYTES, type SigningKey } from './signing-key';
import { storedFrame, storedFrames, tarEntry, tarHeader, tarPadding } from './framing';
import { packFiles, type PackedFiles, type PackedSoFar } from './write-files';

/** What an image is made of. */
export interface ImageSource extends Pick<ImageManifest, 'kind' | 'site' | 'addresses' | 'engines'> {
  /** The site's configuration in its wire form, as JSON. */
  readonly configuration: string;
  /** Writes a dump and ends the output if it is complete; undefined: the site has no database. */
  readonly dump: ((output: Writable, signal: AbortSignal) => Promise<void>) | undefined;
  /** The folder that holds the folders. */
  readonly root: string;
  readonly folders: readonly string[];
  /** Who reads the files; undefined: this process's own uid. */
  readonly identity: Identity | undefined;
}

export interface ImageRequest {
  /** Created, or overwritten; not complete before `writeImage` has resolved. */
  readonly file: string;
  readonly key: SigningKey;
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Runs a part of the work under a name. */
  readonly step: (name: 'database' | 'files', run: () => Promise<void>) => Promise<void>;
  readonly onDumped: (bytes: number) => void;
  readonly onPacked: (packed: PackedSoFar) => void;
}

export interface WrittenImage {
  readonly manifest: ImageManifest;
  /** Bytes of the file. */
  readonly size: number;
  /** Entries that could not be read. */
  readonly missed: number;
}

const CHUNK_BYTES = 1024 * 1024;

/** Appends to the image. */
class PartWriter {
  private at = 0;
  private hash: Hash | undefined;

  constructor(private readonly handle: FileHandle) {}

  get position(): number {
    return this.at;
  }

  async append(bytes: Buffer): Promise<void> {
    this.hash?.update(bytes);
    for (let rest = bytes; rest.length > 0;) {
      // A disk that is nearly full takes a part only.
      const { bytesWritten } = await this.handle.write(rest, 0, rest.length, this.at);
      rest = rest.subarray(bytesWritten);
      this.at += bytesWritten;
    }
  }

  /** A stream whose bytes are appended. */
  stream(): Writable {
    return new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.append(chunk).then(() => done(), done);
      },
    });
  }

  /** What `fill` appends is a part. It resolves to its size before compression. */
  async describe(part: SiteImagePart, fill: () => Promise<number>): Promise<ImagePart> {
    const [offset, hash] = [this.at, createHash('sha256')];
    this.hash = hash;
    const bytes = await fill();
    this.hash = undefined;
    return { part, bytes, offset, length: this.at - offset, sha256: hash.digest('hex') };
  }

  /** The same for a part that a program appends to the file itself; it is read again for its hash. */
  async describeAppended(part: SiteImagePart, append: () => Promise<number>): Promise<ImagePart> {
    const [offset, hash] = [this.at, createHash('sha256')];
    const bytes = await append();
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await this.handle.read(chunk, 0, CHUNK_BYTES, this.at);
      if (bytesRead === 0) break;
      hash.update(chunk.subarray(0, bytesRead));
      this.at += bytesRead;
    }
    return { part, bytes, offset, length: this.at - offset, sha256: hash.digest('hex') };
  }
}

const MANIFEST_NAME = 'manifest.json';
const SIGNATURE_NAME = 'manifest.sig';

/** The first frame: manifest and signature. Its size does not depend on what they say. */
function headFrame(manifest: Buffer, signature: Buffer, now: Date): Buffer {
  const entries = [tarEntry(MANIFEST_NAME, manifest, now), tarEntry(SIGNATURE_NAME, signature, now)];
  return storedFrame(Buffer.concat(entries));
}

const emptyHead = (now: Date): Buffer =>
  headFrame(Buffer.alloc(MANIFEST_BYTES), Buffer.alloc(SIGNATURE_LINE_BYTES), now);

/** Appends a file whose content is a part of its own; header and padding around it serve plain tar programs. */
async function writeConfiguration(
  { parts, now }: Writing,
  { configuration }: ImageSource,
): Promise<ImagePart> {
  const content = Buffer.from(configuration);
  await parts.append(storedFrame(tarHeader('configuration.json', content.length, now)));
  const part = await parts.describe('configuration', async () => {
    for (const frame of storedFrames(content)) await parts.append(frame);
    return content.length;
  });
  await appendPadding(parts, content.length);
  return part;
}

async function appendPadding(parts: PartWriter, size: number): Promise<void> {
  const padding = tarPadding(size);
  if (padding.length > 0) await parts.append(storedFrame(padding));
}

interface Writing {
  readonly handle: FileHandle;
  readonly parts: PartWriter;
  readonly now: Date;
}

/** The header before the dump gives its size, so it is written again when that is known. */
async function writeDatabase(
  { handle, parts, now }: Writing,
  dump: NonNullable<ImageSource['dump']>,
  { signal, onDumped }: ImageRequest,
): Promise<ImagePart> {
  const header = (size: number) => storedFrame(tarHeader('database.sql', size, now));
  const at = parts.position;
  await parts.append(header(0));
  const part = await parts.describe('database', async () => {
    let bytes = 0;
    const onBytes = (count: number) => onDumped((bytes = count));
    await fillProgram({
      command: { file: 'zstd', args: ['-qc', '-T2'] },
      options: { failure: (lastWords) => new Error(`zstd: ${lastWords}`) },
      fill: (output) => dump(output, signal),
      output: parts.stream(),
      onBytes,
    });
    return bytes;
  });
  const { bytes } = part;
  await handle.write(header(bytes), 0, undefined, at);
  await appendPadding(parts, bytes);
  return part;
}

const NOTHING_PACKED: PackedFiles = { entries: 0, bytes: 0, missed: 0 };

interface WrittenFiles {
  readonly part: ImagePart;
  readonly packed: PackedFiles;
}

/** The tar of the folders ends the image: its end is the end of the entire tar. */
async function writeFiles(
  { parts }: Writing,
  { root, folders, identity }: ImageSource,
  { file, signal, onPacked }: ImageRequest,
): Promise<WrittenFiles> {
  const files = { root, folders, identity, signal, onProgress: onPacked };
  let packed: PackedFiles = NOTHING_PACKED;
  await using output = await open(file, 'a');
  const part = await parts.describeAppended('files', async () => {
    packed = await packFiles(files, output.fd);
    return packed.bytes;
  });
  return { part, packed };
}

/**
 * Writes an image: one tar, compressed by zstd, that any tar program can unpack. The database comes first, so that the files
 * are never older than it. The manifest is written last, in front: a file that was not completed has none.
 */
export async function writeImage(source: ImageSource, request: ImageRequest): Promise<WrittenImage> {
  const { file, key, now, step } = request;
  await using handle = await open(file, 'w+', 0o600);
  const head = emptyHead(now);
  const parts = new PartWriter(handle);
  await parts.append(head);
  const writing: Writing = { handle, parts, now };
  const described: ImagePart[] = [await writeConfiguration(writing, source)];
  await step('database', async () => {
    if (source.dump) described.push(await writeDatabase(writing, source.dump, request));
  });
  let packed: PackedFiles = NOTHING_PACKED;
  await step('files', async () => {
    const written = await writeFiles(writing, source, request);
    described.push(written.part);
    ({ packed } = written);
  });
  const manifest: ImageManifest = {
    format: IMAGE_FORMAT,
    createdAt: now.toISOString(),
    kind: source.kind,
    site: source.site,
    ...(source.addresses && { addresses: source.addresses }),
    engines: source.engines,
    entries: packed.entries,
    parts: described,
  };
  const encoded = encodeManifest(manifest);
  await handle.write(headFrame(encoded, signatureLine(key, encoded), now), 0, undefined, 0);
  await handle.sync();
  return { manifest, size: parts.position, missed: packed.missed };
}
