import { closeSync, constants, fchmodSync, fsyncSync, ftruncateSync, openSync, statfsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Egress, EgressReply } from '#system/egress/egress';
import { Refusal } from '#faults/refusal';
import type { Disk } from '../disk';
import type { ChildBodies } from '#files/link/child-messages';
import { codeOf } from '#faults/error-code';
import { refusalOf } from '#files/link/errno';
import { removeWorkFile, placeUnderFreeName } from '../tree/place-file';
import { mayChangeInside } from '../tree/write-rules';
import { partsOf, pathOf } from '../tree/site-path';
import { FILE_MODE, writeAll } from '../upload/part-bytes';
import { walk } from '../tree/walk';
import { MinimumSpeed } from './minimum-speed';
import { safeRemoteName } from './remote-name';

/** Without the networks, which the egress filter knows. */
type FetchBody = Omit<ChildBodies['fetchUrl'], 'allowed' | 'own'>;

export interface FetchProgress {
  readonly bytes: number;
  readonly bytesTotal?: number;
  /** Bytes a second. */
  readonly rate?: number;
  readonly current?: string;
}

export interface FetchContext {
  readonly disk: Disk;
  readonly egress: Egress;
  readonly signal: AbortSignal;
  readonly progress: (value: FetchProgress) => void;
}

/** Failed connections in a row, without a byte received, before the download fails. */
const TRIES = 5;
const PAUSE_MS = 1000;
const REPORT_MS = 500;

/** The bytes received so far, and the file they belong to. */
interface Part {
  readonly fd: number;
  bytes: number;
  /** Size of the complete file; undefined if the server does not send it. */
  total: number | undefined;
  /** ETag or date by which the server recognizes the file that the rest belongs to. */
  validator: string | undefined;
  name: string;
}

const strong = (etag: string | undefined) => (etag?.startsWith('"') ? etag : undefined);

const headersFor = ({ bytes, validator }: Part): Record<string, string> =>
  bytes > 0 && validator !== undefined ? { range: `bytes=${bytes}-`, 'if-range': validator } : {};

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

class Download {
  private reportedAt = -Infinity;
  private readonly since = performance.now();
  private readonly speed: MinimumSpeed;

  constructor(
    private readonly url: string,
    private readonly context: FetchContext,
    private readonly part: Part,
  ) {
    this.speed = new MinimumSpeed(new URL(url).host);
  }

  private count(bytes: number): void {
    this.part.bytes += bytes;
    this.context.disk.quota.count(bytes);
  }

  /** The server sends the file from its beginning. */
  private restart(): void {
    const { part } = this;
    if (part.bytes === 0) return;
    ftruncateSync(part.fd, 0);
    this.count(-part.bytes);
  }

  private async begin({ url, status, message }: EgressReply): Promise<void> {
    const { part, context } = this;
    const { headers } = message;
    // A part that was not requested is not a complete file.
    const wasAsked = part.bytes > 0 && part.validator !== undefined;
    const isRest =
      wasAsked && status === 206 && headers['content-range']?.startsWith(`bytes ${part.bytes}-`) === true;
    if (!isRest && status !== 200) {
      message.destroy();
      throw new Refusal('url-status', { values: { host: url.host, status } });
    }
    if (!isRest) {
      this.restart();
      part.total = numberIn(headers['content-length']);
      part.validator = strong(headers.etag) ?? headers['last-modified'];
      part.name = safeRemoteName(url, headers['content-disposition']);
    }
    const left = (part.total ?? part.bytes + 1) - part.bytes;
    await context.disk.quota.ensureRoom(left);
    const { bavail, bsize } = statfsSync(context.disk.root.self);
    if (left > bavail * bsize) throw new Refusal('disk-full');
  }

  private report(): void {
    const now = performance.now();
    if (now - this.reportedAt < REPORT_MS) return;
    this.reportedAt = now;
    const { bytes, total, name } = this.part;
    const rate = Math.round(bytes / Math.max(0.001, (now - this.since) / 1000));
    this.context.progress({ bytes, rate, current: name, ...(total !== undefined && { bytesTotal: total }) });
  }

  private async take({ message }: EgressReply): Promise<void> {
    const { part, context } = this;
    for await (const chunk of message as AsyncIterable<Buffer>) {
      context.signal.throwIfAborted();
      this.speed.check(chunk.length);
      context.disk.quota.check(chunk.length);
      writeAll(part.fd, [chunk], part.bytes);
      this.count(chunk.length);
      this.report();
    }
  }

  /** Uses one connection. @returns whether the file is complete */
  private async once(): Promise<boolean> {
    const { context, part } = this;
    const { egress, signal } = context;
    const reply = await egress.get({ url: this.url, headers: headersFor(part), signal });
    try {
      await this.begin(reply);
      await this.take(reply);
    } finally {
      reply.message.destroy();
    }
    return part.total === undefined || part.bytes >= part.total;
  }

  async run(): Promise<void> {
    for (let failures = 0; ;) {
      this.speed.check(0);
      const before = this.part.bytes;
      const why = await this.once().then(
        (isComplete) => (isComplete ? undefined : 'incomplete'),
        (error: unknown) => {
          if (isFinal(error, before + this.part.bytes > 0) || this.context.signal.aborted) throw error;
          return error instanceof Error ? error.message : String(error);
        },
      );
      if (why === undefined) return;
      failures = this.part.bytes > before ? 1 : failures + 1;
      if (failures >= TRIES)
        throw new Refusal('url-unreachable', { values: { host: new URL(this.url).host, why } });
      await sleep(PAUSE_MS * failures, undefined, { signal: this.context.signal });
    }
  }
}

/** Whether another connection is useless. A server that has sent something may be reachable again. */
function isFinal(error: unknown, hasBegun: boolean): boolean {
  if (error instanceof Refusal) return error.reason !== 'url-unreachable' || !hasBegun;
  return ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EBADF'].includes(codeOf(error) ?? '');
}

/**
 * Downloads into the work folder, under the host's uid, and gives the complete file a free name. After a lost connection it
 * continues where it was if the server supports that; a failed download leaves nothing.
 */
export async function fetchUrl(
  body: FetchBody,
  context: FetchContext,
): Promise<{ path: string; bytes: number }> {
  const { disk, signal } = context;
  const folder = partsOf(body.to);
  mayChangeInside(folder);
  const [wanted] = body.name === undefined ? [] : partsOf(body.name);
  if (body.name !== undefined && wanted !== body.name) throw new Refusal('bad-name', { field: 'name' });
  using target = walk(disk.root, folder);
  using work = disk.work.open();
  const name = disk.work.freshName();
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  const fd = openSync(work.at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, FILE_MODE);
  const part: Part = { fd, bytes: 0, total: undefined, validator: undefined, name: wanted ?? '' };
  let isPlaced = false;
  try {
    await new Download(body.url, context, part).run();
    signal.throwIfAborted();
    fchmodSync(fd, FILE_MODE);
    fsyncSync(fd);
    const placed = placeUnderFreeName(work, name, { folder: target, name: wanted ?? part.name });
    isPlaced = true;
    return { path: pathOf([...folder, placed]), bytes: part.bytes };
  } catch (error) {
    throw refusalOf(error);
  } finally {
    closeSync(fd);
    removeWorkFile(work, name);
    if (!isPlaced) disk.quota.count(-part.bytes);
  }
}
