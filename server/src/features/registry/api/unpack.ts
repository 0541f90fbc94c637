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
/** Headers and padding of the archive itself: half a kilobyte before and after each entry, and room for long names. */
const ARCHIVE_BYTES = REMOTE_PACKAGE_BYTES + REMOTE_PACKAGE_FILES * 2048 + MEGABYTE;

/** Bytes that come one by one would hold a folder and a connection for ever, ms. */
const UNPACK_MS = 600_000;

const tooLarge = (): Refusal =>
  new Refusal('package-too-large', {
    values: { megabytes: REMOTE_PACKAGE_BYTES / MEGABYTE, files: REMOTE_PACKAGE_FILES },
  });

/** Ends a stream that brings more than it may. */
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

/** Names of what precompresses, and folders that would stand in their place; the server makes its own, so that none can differ from what it stands for. */
const COMPRESSED = /\.(?:br|gz)(?:\/|$)/;

/** Beside the files of the version, whose names the manifest holds. */
export const MANIFEST = 'remote.json';

/** A name of a character or two that could break a line of a log is not repeated. */
const shown = (name: string): string => JSON.stringify(name.slice(0, 200)).slice(1, -1);

function checkEntry({ name, type }: Header, seen: ReadonlySet<string>): void {
  if (type !== 'file') throw new Refusal('package-entry', { values: { path: shown(name) } });
  if (!AssetPath.safeParse(name).success || seen.has(name))
    throw new Refusal('package-path', { values: { path: shown(name) } });
}

/** A file of that name stands where a folder is needed, or the other way round. */
const CLASHES: ReadonlySet<string | undefined> = new Set(['EEXIST', 'ENOTDIR', 'EISDIR']);

/** As a plain iteration: `pipeline` waits for ever for a file that the archive gave up in its middle. */
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

/** A connection that was cut, content that is no archive or ends too early, bytes that did not come in time. */
const OF_BYTES: ReadonlySet<string> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ECONNRESET',
  'STREAM_DESTROYED',
  'ABORT_ERR',
]);
const isOfBytes = (code: string): boolean => code.startsWith('Z_') || OF_BYTES.has(code);

/** What gunzip and the archive's reader say of bytes that are not theirs. */
function inWords(error: unknown): unknown {
  if (isRefusal(error)) return error;
  const code = codeOf(error);
  if (error instanceof TypeError || (code !== undefined && !isOfBytes(code))) return error;
  return new Refusal('package-unreadable');
}

/**
 * Unpacks a .tar.gz of regular files into a fresh folder; nothing is written that has not been looked at, and never more
 * than the limits. Answers the hash of each file, by path.
 * Refuses package-unreadable, package-path, package-entry, package-too-large.
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
  // The loop below reports it, because it ends with the stream.
  feeding.catch(() => undefined);
  // A pipe does not report a connection that was cut.
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
    // A refusal ends the reading, not the request: its answer is still to be sent, and the connection to be used again.
    body.unpipe(gunzip);
    body.resume();
    throw inWords(error);
  }
  return hashes;
}
