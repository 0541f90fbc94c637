import { closeSync, constants, fchmodSync, fsyncSync, openSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import type { Disk } from './disk';
import { Refusal } from '../refusal';
import { errnoOf, refusalOf } from './errno';
import { dropPart, placeNew } from './place-new';
import { mayChangeInside } from './place-rules';
import { partsOf, pathOf } from './site-path';
import { FILE_MODE, writeAll } from './upload/part-bytes';
import { walk } from './walk';

export interface TakeBody {
  /** A unix socket that gives the bytes to whoever asks. */
  readonly socket: string;
  readonly to: string;
  readonly name: string;
}

export interface TakeContext {
  readonly disk: Disk;
  readonly signal: AbortSignal;
  readonly progress: (value: { readonly bytes: number }) => void;
}

const TELL_MS = 500;

function ask(socketPath: string, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, path: '/', agent: false, signal }, (answer) => {
      if (answer.statusCode === 200) return resolve(answer);
      answer.destroy();
      reject(new Refusal('download-cut'));
    });
    asking.once('error', reject);
    asking.end();
  });
}

/** @returns bytes written; an answer that was cut rejects */
async function receive(
  fd: number,
  { socket, disk, signal, progress }: Pick<TakeBody, 'socket'> & TakeContext,
  counted: (bytes: number) => void,
): Promise<number> {
  let bytes = 0;
  let toldAt = -Infinity;
  for await (const chunk of (await ask(socket, signal)) as AsyncIterable<Buffer>) {
    signal.throwIfAborted();
    disk.quota.check(chunk.length);
    writeAll(fd, [chunk], bytes);
    bytes += chunk.length;
    counted(chunk.length);
    if (performance.now() - toldAt < TELL_MS) continue;
    toldAt = performance.now();
    progress({ bytes });
  }
  return bytes;
}

/** Writes what the node's worker has made for the host, as the host itself: whole under a free name, or not at all. */
export async function takeStream(
  body: TakeBody,
  context: TakeContext,
): Promise<{ path: string; bytes: number }> {
  const { disk, signal } = context;
  const folder = partsOf(body.to);
  mayChangeInside(folder);
  using target = walk(disk.root, folder);
  using work = disk.work.open();
  const name = disk.work.freshName();
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  const fd = openSync(work.at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, FILE_MODE);
  let counted = 0;
  try {
    const count = (more: number) => {
      counted += more;
      disk.quota.count(more);
    };
    const bytes = await receive(fd, { ...context, socket: body.socket }, count);
    signal.throwIfAborted();
    fchmodSync(fd, FILE_MODE);
    fsyncSync(fd);
    const placed = placeNew(work, name, { folder: target, name: body.name });
    counted = 0;
    return { path: pathOf([...folder, placed]), bytes };
  } catch (error) {
    // Who gives it has cut it, or is not there any more.
    if (['ECONNRESET', 'ECONNREFUSED', 'ENOENT'].includes(errnoOf(error) ?? ''))
      throw new Refusal('download-cut');
    throw refusalOf(error);
  } finally {
    closeSync(fd);
    dropPart(work, name);
    disk.quota.count(-counted);
  }
}
