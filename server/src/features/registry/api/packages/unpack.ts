import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished, Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { AssetPath, REMOTE_PACKAGE_BYTES, REMOTE_PACKAGE_FILES } from '@sitedeck/contract';
import { codeOf } from '#faults/error-code';
import { isRefusal, Refusal } from '#faults/refusal';

const MEGABYTE = 1024 * 1024;
/**
 * Size limit of an archive, bytes: its files, a header and padding of half a kilobyte each per entry, and
 * room for long names.
 */
const ARCHIVE_BYTES = REMOTE_PACKAGE_BYTES + REMOTE_PACKAGE_FILES * 2048 + MEGABYTE;

/**
 * Time limit, ms: a package that is sent byte by byte would otherwise hold a folder and a connection forever.
 */
const UNPACK_MS = 600_000;

const tooLarge = (): Refusal =>
  new Refusal('package-too-large', {
    values: { megabytes: REMOTE_PACKAGE_BYTES / MEGABYTE, files: REMOTE_PACKAGE_FILES },
  });

/** Fails a stream that exceeds the limit. */
function limited(most: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      bytes += part.length;
      if (bytes > most) done(tooLarge());
      else done(null, part);
    },
  });
}

/**
 * Compressed forms, and folders at the paths of such files. The server makes these files itself, so that
 * their content can't differ from the original's.
 */
const COMPRESSED = /\.(?:br|gz)(?:\/|$)/;

/** Stored among the version's files, whose names the manifest lists. */
export const MANIFEST = 'remote.json';

/** Shortens and escapes a name, so that it can't break a line of the log. */
const shown = (name: string): string => JSON.stringify(name.slice(0, 200)).slice(1, -1);

function checkEntry({ name, type }: Header, seen: ReadonlySet<string>): void {
  if (type !== 'file') throw new Refusal('package-entry', { values: { path: shown(name) } });
  if (!AssetPath.safeParse(name).success || seen.has(name))
    throw new Refusal('package-path', { values: { path: shown(name) } });
}

/** A file exists where a folder is needed, or the other way round. */
const CLASHES: ReadonlySet<string | undefined> = new Set(['EEXIST', 'ENOTDIR', 'EISDIR']);

/** A plain loop, since `pipeline` waits forever for a file that the archive's reader abandoned. */
async function* partsOf(content: AsyncIterable<unknown>): AsyncGenerator {
  for await (const part of content) yield part;
}

async function writeEntry(folder: string, name: string, content: AsyncIterable<unknown>): Promise<string> {
  const file = join(folder, name);
  const hash = createHash('sha384');
  const hashing = new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part);
      done(null, part);
    },
  });
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o755 });
    await pipeline(
      partsOf(content),
      hashing,
      createWriteStream(file, { flags: 'wx', mode: 0o644, flush: true }),
    );
  } catch (error) {
    if (CLASHES.has(codeOf(error))) throw new Refusal('package-path', { values: { path: shown(name) } });
    throw error;
  }
  return `sha384-${hash.digest('base64')}`;
}

/** Failures of the sent bytes: a cut connection, invalid or incomplete content, or the time limit. */
const OF_BYTES: ReadonlySet<string> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ECONNRESET',
  'STREAM_DESTROYED',
  'ABORT_ERR',
]);
const isOfBytes = (code: string): boolean => code.startsWith('Z_') || OF_BYTES.has(code);

/** Turns errors of gunzip and of the archive's reader into refusals. */
function inWords(error: unknown): unknown {
  if (isRefusal(error)) return error;
  const code = codeOf(error);
  if (error instanceof TypeError || (code !== undefined && !isOfBytes(code))) return error;
  return new Refusal('package-unreadable');
}

/**
 * Unpacks a .tar.gz of regular files into an empty folder. Checks each entry before writing it, and never
 * writes more than the limits allow. Returns the hash of each file by path. Refuses with `package-unreadable`,
 * `package-path`, `package-entry` or `package-too-large`.
 */
export async function unpack(
  body: Readable,
  folder: string,
  withinMs = UNPACK_MS,
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  const archive = extract();
  const gunzip = createGunzip();
  const signal = AbortSignal.timeout(withinMs);
  const feeding = pipeline(gunzip, limited(ARCHIVE_BYTES), archive, { signal });
  // The loop below reports the error, because it ends with the stream.
  feeding.catch(() => undefined);
  // `pipe` does not report a cut connection.
  finished(body, (error) => {
    if (error) gunzip.destroy(error);
  });
  body.pipe(gunzip);
  try {
    let entries = 0;
    let bytes = 0;
    for await (const entry of archive) {
      const { header } = entry;
      bytes += header.size;
      if ((entries += 1) > REMOTE_PACKAGE_FILES || bytes > REMOTE_PACKAGE_BYTES) throw tooLarge();
      if (COMPRESSED.test(header.name)) {
        entry.resume();
        continue;
      }
      checkEntry(header, new Set(hashes.keys()));
      hashes.set(header.name, await writeEntry(folder, header.name, entry));
    }
    await feeding;
  } catch (error) {
    archive.destroy();
    // A refusal ends the reading, not the request: its reply is still to be sent over the connection, which
    // stays usable.
    body.unpipe(gunzip);
    body.resume();
    throw inWords(error);
  }
  return hashes;
}
