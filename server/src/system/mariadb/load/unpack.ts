import { PassThrough, Transform, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import type { Identity } from '#system/process/identity';
import { Refusal } from '#faults/refusal';
import { throughProgram } from '#system/streams/through-program';

export type PackedFormat = 'sql' | 'gz' | 'zst' | 'zip';

const MAGIC: readonly (readonly [PackedFormat, readonly number[]])[] = [
  ['gz', [0x1f, 0x8b]],
  ['zst', [0x28, 0xb5, 0x2f, 0xfd]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
];
/** Magic bytes of formats that are refused. */
const OTHERS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x05, 0x06],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x52, 0x61, 0x72, 0x21],
  [0xfd, 0x37, 0x7a, 0x58],
  [0x42, 0x5a, 0x68],
  [0x7f, 0x45, 0x4c, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
];

const begins = (head: Buffer, magic: readonly number[]): boolean =>
  magic.every((byte, at) => head[at] === byte);

/** Detects the format by the first bytes; a file name proves nothing. Refuses with `dump-format`. */
function formatOf(head: Buffer): PackedFormat {
  const known = MAGIC.find(([, magic]) => begins(head, magic));
  if (known) return known[0];
  if (OTHERS.some((magic) => begins(head, magic))) throw new Refusal('dump-format');
  return 'sql';
}

const cut = (why: string): Refusal => new Refusal('dump-cut', { values: { why } });
const toCut = (error: unknown): Error =>
  error instanceof Refusal ? error : cut(error instanceof Error ? error.message : String(error));

/** Reads the first bytes of a stream, which still yields them with the rest. */
async function headOf(source: Readable): Promise<Buffer> {
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    source.unshift(chunk);
    return chunk.subarray(0, 8);
  }
  return Buffer.alloc(0);
}

function gunzipped(source: Readable): Readable {
  const output = new PassThrough();
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  gunzip.once('error', (error) => output.destroy(toCut(error)));
  void pipeline(source, gunzip, output).catch((error: unknown) => output.destroy(toCut(error)));
  output.once('close', () => source.destroy());
  return output;
}

/** Finds in the output of `bsdtar -t` the only entry that is SQL. Refuses with `dump-zip`. */
export async function sqlEntryOf(source: Readable, identity: Identity | undefined): Promise<string> {
  const list = throughProgram(
    source,
    { file: 'bsdtar', args: ['-t', '-f', '-'] },
    { identity, failure: cut },
  );
  let text = '';
  for await (const chunk of list as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8');
    if (text.length > LIST_MAX) throw new Refusal('dump-zip', { values: { count: LIST_MAX } });
  }
  const entries = text.split('\n').filter((name) => /\.sql$/i.test(name) && !name.startsWith('__MACOSX/'));
  const [entry] = entries;
  if (entry === undefined || entries.length > 1)
    throw new Refusal('dump-zip', { values: { count: entries.length } });
  return entry;
}
const LIST_MAX = 256 * 1024;

/** bsdtar takes a name as a pattern. */
const literal = (name: string): string => name.replace(/[\\*?[\]]/g, (sign) => `\\${sign}`);

export interface UnpackedDump {
  readonly format: PackedFormat;
  readonly entry?: string;
  readonly source: Readable;
}

export interface UnpackRequest {
  /** Opens the file from its beginning; a zip is opened twice. */
  readonly open: () => Promise<Readable>;
  /** The identity that runs unpacking programs: their input is a tenant's. */
  readonly identity?: Identity | undefined;
  /** Receives the bytes of the file read so far. */
  readonly onRead?: ((bytes: number) => void) | undefined;
}

/**
 * The SQL of a file in any supported format. Refuses with `dump-format`, `dump-zip`; a damaged file ends with
 * `dump-cut`.
 */
export async function unpack({ open, identity, onRead }: UnpackRequest): Promise<UnpackedDump> {
  const file = await open();
  const format = formatOf(await headOf(file));
  if (format === 'zip') {
    const entry = await sqlEntryOf(file, identity);
    const args = ['-x', '-O', '-f', '-', '--', literal(entry)];
    const reopened = counted(await open(), onRead);
    return {
      format,
      entry,
      source: throughProgram(reopened, { file: 'bsdtar', args }, { identity, failure: cut }),
    };
  }
  const read = counted(file, onRead);
  if (format === 'gz') return { format, source: gunzipped(read) };
  if (format === 'sql') return { format, source: read };
  const args = ['-q', '-d', '-c'];
  return { format, source: throughProgram(read, { file: 'zstd', args }, { identity, failure: cut }) };
}

function counted(source: Readable, onRead: UnpackRequest['onRead']): Readable {
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      onRead?.(bytes);
      done(null, chunk);
    },
  });
  void pipeline(source, counter).catch((error: unknown) => counter.destroy(toCut(error)));
  return counter;
}
