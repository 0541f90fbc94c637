import { closeSync, constants, fchmodSync, fstatSync, fsyncSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Disk } from '../disk';
import type { Offer } from '#system/streams/offered-file';
import { isRefusal, Refusal } from '#faults/refusal';
import { takeOver } from '#system/streams/taken-over';
import { errnoOf, refusalOf } from '#files/link/errno';
import type { ChildBodies } from '#files/link/child-messages';
import { dropPart, placeNew } from '../tree/place-file';
import { mayChangeInside } from '../tree/write-rules';
import { partsOf, pathOf } from '../tree/site-path';
import { startTaking, type TakeWish } from './take-program';
import { FILE_MODE } from '../upload/part-bytes';
import { walk } from '../tree/walk';

type TakeBody = ChildBodies['takeStream'];

export interface TakeContext {
  readonly disk: Disk;
  readonly signal: AbortSignal;
  readonly progress: (value: { readonly bytes: number }) => void;
}

/** Between two looks at what a program has written, ms. */
const LOOK_MS = 50;
const TELL_MS = 500;

/** Who gives it is not there any more. */
const GONE: ReadonlySet<string> = new Set(['ECONNRESET', 'ECONNREFUSED', 'ENOENT', 'EPIPE']);

const taken = (socket: string, offer: Offer | undefined) =>
  takeOver(socket, offer).catch((error: unknown) => {
    throw GONE.has(errnoOf(error) ?? '') ? new Refusal('download-cut') : error;
  });

/** Counts against the quota what a program writes, which stops as soon as that is too much. */
class Growth {
  bytes = 0;
  private toldAt = -Infinity;

  constructor(
    private readonly fd: number,
    private readonly context: TakeContext,
  ) {}

  look(): void {
    const { disk, signal, progress } = this.context;
    signal.throwIfAborted();
    const more = fstatSync(this.fd).size - this.bytes;
    disk.quota.check(more);
    disk.quota.count(more);
    this.bytes += more;
    if (performance.now() - this.toldAt < TELL_MS) return;
    this.toldAt = performance.now();
    progress({ bytes: this.bytes });
  }

  /** What was ended at the quota has not passed it: one byte more would. Refuses in the words for that. */
  tellQuota(error: unknown, atMost: number | undefined): void {
    if (!isRefusal(error)) return;
    // Who writes past our program has the word of the kernel alone.
    const isAtEnd = error.reason === 'download-cut' && fstatSync(this.fd).size === atMost;
    if (error.reason !== 'over-quota' && !isAtEnd) return;
    this.look();
    this.context.disk.quota.check(1);
  }

  /** It is no file of the host's. */
  forget(): void {
    this.context.disk.quota.count(-this.bytes);
  }
}

async function receive(
  fd: number,
  growth: Growth,
  { socket, packing, atMost }: TakeBody & TakeWish,
): Promise<void> {
  // What is not packed may be written past our program, which then finds nothing to do.
  const offer = packing === 'none' ? { pid: process.pid, fd, atMost } : undefined;
  using handed = await taken(socket, offer);
  const program = startTaking(handed, fd, { packing, atMost });
  const isEnded = program.ended.then(() => true);
  try {
    while (!(await Promise.race([isEnded, sleep(LOOK_MS, false)]))) growth.look();
  } catch (error) {
    growth.tellQuota(error, atMost);
    throw error;
  } finally {
    program.kill();
  }
  growth.look();
}

/** Has written what the node's worker makes for the host, as the host itself: whole under a free name, or not at all. */
export async function takeStream(
  body: TakeBody,
  context: TakeContext,
): Promise<{ path: string; bytes: number }> {
  const { disk, signal } = context;
  const folder = partsOf(body.to);
  mayChangeInside(folder);
  // What the host has is measured before anything is added to it.
  await disk.quota.ensureRoom(1);
  using target = walk(disk.root, folder);
  using work = disk.work.open();
  const name = disk.work.freshName();
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  const fd = openSync(work.at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, FILE_MODE);
  const growth = new Growth(fd, context);
  let isPlaced = false;
  try {
    await receive(fd, growth, { ...body, atMost: await disk.quota.left() });
    signal.throwIfAborted();
    fchmodSync(fd, FILE_MODE);
    fsyncSync(fd);
    const placed = placeNew(work, name, { folder: target, name: body.name });
    isPlaced = true;
    return { path: pathOf([...folder, placed]), bytes: growth.bytes };
  } catch (error) {
    throw refusalOf(error);
  } finally {
    closeSync(fd);
    dropPart(work, name);
    if (!isPlaced) growth.forget();
  }
}
