import { closeSync, constants, fchmodSync, fstatSync, fsyncSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Disk } from '../disk';
import type { Offer } from '#system/streams/offered-file';
import { isRefusal, Refusal } from '#faults/refusal';
import { takeOver } from '#system/streams/taken-over';
import { codeOf } from '#faults/error-code';
import { refusalOf } from '#files/link/errno';
import type { ChildBodies } from '#files/link/child-messages';
import { removeWorkFile, placeUnderFreeName } from '../tree/place-file';
import { mayChangeInside } from '../tree/write-rules';
import { partsOf, pathOf } from '../tree/site-path';
import { startPackingStream, type PackingOptions } from './packing-program';
import { FILE_MODE } from '../upload/part-bytes';
import { walk, type Folder } from '../tree/walk';

type TakeBody = ChildBodies['takeStream'];
type Stored = Pick<TakeBody, 'socket' | 'packing'>;

export interface StoreStreamContext {
  readonly disk: Disk;
  readonly signal: AbortSignal;
  readonly progress: (value: { readonly bytes: number }) => void;
}

/** Interval between two checks of what a program has written, ms. */
const POLL_MS = 50;
const REPORT_MS = 500;

/** The sending process has ended. */
const GONE: ReadonlySet<string> = new Set(['ECONNRESET', 'ECONNREFUSED', 'ENOENT', 'EPIPE']);

const takeFrom = (socket: string, offer: Offer | undefined) =>
  takeOver(socket, offer).catch((error: unknown) => {
    throw GONE.has(codeOf(error) ?? '') ? new Refusal('download-cut') : error;
  });

/** Counts what a program writes against the quota, and throws as soon as it is too much. */
class Growth {
  bytes = 0;
  private reportedAt = -Infinity;

  constructor(
    private readonly fd: number,
    private readonly context: StoreStreamContext,
  ) {}

  update(): void {
    const { disk, signal, progress } = this.context;
    signal.throwIfAborted();
    const more = fstatSync(this.fd).size - this.bytes;
    disk.quota.check(more);
    disk.quota.count(more);
    this.bytes += more;
    if (performance.now() - this.reportedAt < REPORT_MS) return;
    this.reportedAt = performance.now();
    progress({ bytes: this.bytes });
  }

  /** Throws the quota's refusal for a program that ended exactly at the quota's limit. */
  refuseOverQuota(error: unknown, atMost: number | undefined): void {
    if (!isRefusal(error)) return;
    // If bytes bypass this service's program, their writer only gets the kernel's error.
    const isAtEnd = error.reason === 'download-cut' && fstatSync(this.fd).size === atMost;
    if (error.reason !== 'over-quota' && !isAtEnd) return;
    this.update();
    this.context.disk.quota.check(1);
  }

  /** The file was not placed in the host's tree: subtracts its bytes from the count. */
  forget(): void {
    this.context.disk.quota.count(-this.bytes);
  }
}

async function receive(
  fd: number,
  growth: Growth,
  { socket, packing, atMost, path }: Stored & PackingOptions & Pick<Offer, 'path'>,
): Promise<void> {
  // Bytes that need no packing may bypass the packing program.
  const offer = packing === 'none' ? { path, atMost } : undefined;
  using handed = await takeFrom(socket, offer);
  const program = startPackingStream(handed, fd, { packing, atMost });
  const isEnded = program.ended.then(() => true);
  try {
    while (!(await Promise.race([isEnded, sleep(POLL_MS, false)]))) growth.update();
  } catch (error) {
    growth.refuseOverQuota(error, atMost);
    throw error;
  } finally {
    program.kill();
  }
  growth.update();
}

/**
 * Receives what the worker hands over into a file of the work folder, under the host's uid, and places it when it is
 * complete.
 * @param place gives the complete file its name; undefined leaves it out
 */
export async function storeStream<Placed>(
  stored: Stored,
  context: StoreStreamContext,
  place: (file: { readonly work: Folder; readonly name: string; readonly fd: number }) => Placed | undefined,
): Promise<{ placed: Placed | undefined; bytes: number }> {
  const { disk, signal } = context;
  // Measures the tree before anything is added to it.
  await disk.quota.ensureRoom(1);
  using work = disk.work.open();
  const name = disk.work.freshName();
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  const fd = openSync(work.at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, FILE_MODE);
  const growth = new Growth(fd, context);
  let placed: Placed | undefined;
  try {
    const path = disk.work.pathOf(name);
    await receive(fd, growth, { ...stored, path, atMost: await disk.quota.left() });
    signal.throwIfAborted();
    fchmodSync(fd, FILE_MODE);
    fsyncSync(fd);
    placed = place({ work, name, fd });
    return { placed, bytes: growth.bytes };
  } catch (error) {
    throw refusalOf(error);
  } finally {
    closeSync(fd);
    removeWorkFile(work, name);
    if (placed === undefined) growth.forget();
  }
}

/** Stores what the worker hands over under a free name: completely or not at all. */
export async function takeStream(
  { to, name, ...stored }: TakeBody,
  context: StoreStreamContext,
): Promise<{ path: string; bytes: number }> {
  const folder = partsOf(to);
  mayChangeInside(folder);
  using target = walk(context.disk.root, folder);
  const { placed, bytes } = await storeStream(stored, context, (file) =>
    placeUnderFreeName(file.work, file.name, { folder: target, name }),
  );
  return { path: pathOf([...folder, placed ?? name]), bytes };
}
