import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  unlinkSync,
  writevSync,
} from 'node:fs';
import { Refusal } from '#faults/refusal';
import type { Disk } from '../disk';
import { openSqueezer, type Squeezing } from '../archive/squeeze';
import { writeTar } from '../archive/tar-writer';
import { refusalOf } from '#files/link/errno';
import { mayChangeEntry } from '../tree/place-rules';
import { partsOf } from '../tree/site-path';
import { spotOf, type Folder } from '../tree/walk';
import type { PackPool } from '../zip/pack-pool';
import { checkSelection } from '../zip/check-selection';
import { SparseRoom } from '../zip/sparse-room';
import type { Sink } from '../zip/zip-records';
import { writeZip, type ZipJob, type ZipProgress } from '../zip/zip-writer';

export interface CompressBody {
  readonly paths: readonly string[];
  readonly to: string;
  readonly entriesMax: number;
}

export interface CompressContext {
  readonly disk: Disk;
  readonly pool: PackPool;
  readonly signal: AbortSignal;
  readonly progress: (progress: ZipProgress) => void;
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
      views = rest(views, written);
    }
    disk.quota.count(size);
    counted.bytes += size;
  };
}

function rest(views: readonly Uint8Array[], written: number): Uint8Array[] {
  let skip = written;
  return views.flatMap((view) => {
    const dropped = Math.min(skip, view.length);
    skip -= dropped;
    return dropped === view.length ? [] : [view.subarray(dropped)];
  });
}

type Format = 'zip' | Squeezing;

interface Place {
  readonly folder: Folder;
  readonly name: string;
}

/** The ending of the target's name says it. */
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
  const squeezer = await openSqueezer(format, job.sink);
  try {
    const done = await writeTar({ ...job, sink: squeezer.sink });
    await squeezer.finish();
    return done;
  } catch (error) {
    await squeezer.stop();
    throw error;
  }
}

/** By link, which replaces nothing that has come meanwhile. */
function placeNew(work: Place, to: Place): void {
  try {
    linkSync(work.folder.at(work.name), to.folder.at(to.name));
  } catch (error) {
    throw refusalOf(error);
  }
}

function drop({ folder, name }: Place): void {
  try {
    unlinkSync(folder.at(name));
  } catch {
    // Never made.
  }
}

/** Packs a selection in the work folder; the archive gets its name when it is complete and on disk. */
export async function compress(body: CompressBody, context: CompressContext): Promise<ZipProgress> {
  const { disk, pool, signal } = context;
  const target = partsOf(body.to);
  mayChangeEntry(target);
  const format = formatOf(body.to);
  await checkSelection(disk, body, signal);
  using spot = spotOf(disk.root, target);
  if (spot.folder.look(spot.name)) throw new Refusal('already-exists');
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
      sparseRoom: SparseRoom.of(disk),
      onProgress: context.progress,
    };
    const done = await pool.during(() => pack(format, job));
    fsyncSync(fd);
    signal.throwIfAborted();
    placeNew(part, spot);
    return done;
  } catch (error) {
    disk.quota.count(-counted.bytes);
    throw refusalOf(error);
  } finally {
    closeSync(fd);
    drop(part);
  }
}
