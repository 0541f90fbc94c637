import { closeSync, constants, fstatSync, fsyncSync, linkSync, openSync, writevSync } from 'node:fs';
import { Refusal } from '#faults/refusal';
import type { Disk } from '../disk';
import { openCompressor, type Compression } from '../tar/compressor';
import { writeTar } from '../tar/tar-writer';
import type { ChildBodies } from '#files/link/child-messages';
import { refusalOf } from '#files/link/errno';
import { mayChangeEntry } from '../tree/write-rules';
import { partsOf } from '../tree/site-path';
import { removeWorkFile } from '../tree/place-file';
import { locate, type Entry } from '../tree/walk';
import type { PackPool } from '../zip/pack-pool';
import { checkSelection } from '../zip/check-selection';
import { withTotals, type PackProgress } from '../zip/pack-progress';
import { SparseAllowance } from '../zip/sparse-allowance';
import type { Sink } from '../zip/zip-records';
import { writeZip, type ZipJob, type ZipProgress } from '../zip/zip-writer';

export interface CompressContext {
  readonly disk: Disk;
  readonly pool: PackPool;
  readonly signal: AbortSignal;
  readonly progress: (progress: PackProgress) => void;
}

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

function fileSink(fd: number, disk: Disk, counted: { bytes: number }): Sink {
  return async (pieces) => {
    let views = pieces.filter((piece) => piece.length > 0);
    const size = views.reduce((sum, piece) => sum + piece.length, 0);
    await disk.quota.ensureRoom(size);
    for (let left = size; left > 0;) {
      const written = writevSync(fd, views);
      left -= written;
      views = withoutFirst(views, written);
    }
    disk.quota.count(size);
    counted.bytes += size;
  };
}

function withoutFirst(views: readonly Uint8Array[], written: number): Uint8Array[] {
  let skip = written;
  return views.flatMap((view) => {
    const dropped = Math.min(skip, view.length);
    skip -= dropped;
    return dropped === view.length ? [] : [view.subarray(dropped)];
  });
}

type Format = 'zip' | Compression;

/** The archive format, by the extension of the target's name. */
function formatOf(name: string): Format {
  const [, ending = ''] = /\.(zip|tar\.gz|tgz|tar\.zst|tzst)$/i.exec(name) ?? [];
  const formats: Readonly<Record<string, Format>> = {
    zip: 'zip',
    'tar.gz': 'gz',
    tgz: 'gz',
    'tar.zst': 'zst',
    tzst: 'zst',
  };
  const format = formats[ending.toLowerCase()];
  if (!format) throw new Refusal('pack-unknown', { field: 'to' });
  return format;
}

async function pack(format: Format, job: ZipJob): Promise<ZipProgress> {
  if (format === 'zip') return writeZip(job);
  const compressor = await openCompressor(format, job.sink);
  try {
    const done = await writeTar({ ...job, sink: compressor.sink });
    await compressor.finish();
    return done;
  } catch (error) {
    await compressor.stop();
    throw error;
  }
}

/** Gives the archive its name by link, which replaces nothing. */
function linkNew(work: Entry, to: Entry): void {
  try {
    linkSync(work.folder.at(work.name), to.folder.at(to.name));
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Packs a selection in the work folder; the archive gets its name when it is complete and on disk. */
export async function compress(
  body: ChildBodies['compress'],
  context: CompressContext,
): Promise<ZipProgress> {
  const { disk, pool, signal } = context;
  const target = partsOf(body.to);
  mayChangeEntry(target);
  const format = formatOf(body.to);
  const filesTotal = await checkSelection(disk, body, signal);
  using spot = locate(disk.root, target);
  if (spot.folder.lstat(spot.name)) throw new Refusal('already-exists');
  await disk.quota.ensureRoom(1);
  using folder = disk.work.open();
  const part = { folder, name: disk.work.freshName() };
  const fd = openSync(folder.at(part.name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
  const own = fstatSync(fd);
  const counted = { bytes: 0 };
  try {
    const sink = fileSink(fd, disk, counted);
    const skip = (stats: { ino: number; dev: number }) => stats.ino === own.ino && stats.dev === own.dev;
    const job = {
      root: disk.root,
      paths: body.paths,
      sink,
      pool,
      signal,
      skip,
      entriesMax: body.entriesMax,
      sparseRoom: SparseAllowance.of(disk),
      onProgress: withTotals(filesTotal, context.progress),
    };
    const done = await pool.during(() => pack(format, job));
    fsyncSync(fd);
    signal.throwIfAborted();
    linkNew(part, spot);
    return done;
  } catch (error) {
    disk.quota.count(-counted.bytes);
    throw refusalOf(error);
  } finally {
    closeSync(fd);
    removeWorkFile(folder, part.name);
  }
}
