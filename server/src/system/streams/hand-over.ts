import { randomBytes } from 'node:crypto';
import { chmod, chown, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Identity } from '#system/process/identity';
import { ensureHandoverFolder } from './handover-folder';
import { lineReader } from './line-reader';
import { Offer, openOffered, type OfferedFile, type OfferRoom } from './offered-file';
import { isRefusal, Refusal } from '#faults/refusal';
import { COMPLETE } from './taken-over';

/** Longest offer, bytes; it consists of a short path and a number. */
const OFFER_BYTES = 1000;

/** Destination of the bytes: the file, if there is one. The socket closes when the receiver has gone. */
export interface Output {
  readonly bytes: Socket;
  readonly file: OfferedFile | undefined;
}

interface HandOver<Result> extends OfferRoom {
  /** Folder of the socket: `handoverFolder` of the receiver's host. */
  readonly folder: string;
  /**
   * Lets a program write directly to the output, and ends the socket when everything is written; rejects if
   * it is incomplete.
   */
  readonly give: (output: Output) => Promise<void>;
  /** Called with the socket's path; refuses with `download-cut` if bytes are missing. */
  readonly take: (socket: string) => Promise<Result>;
}

/** The connection for the bytes, then the one for the verdict; `calls` contains those accepted so far. */
function bothSockets(server: Server, calls: Socket[]): Promise<readonly [Socket, Socket]> {
  return new Promise((resolve) => {
    server.on('connection', (call: Socket) => {
      if (calls.length === 2) return void call.destroy();
      // Ignored: if the receiver is gone, the `close` that follows reports it.
      call.on('error', () => undefined);
      calls.push(call);
      const [bytes, verdict] = calls;
      if (bytes && verdict) resolve([bytes, verdict]);
    });
  });
}

/**
 * Reads the one line that the receiver sends; null if it offers no file, or has gone. A tenant's program may
 * be the sender.
 */
function offerOn(verdict: Socket): Promise<Offer | null> {
  return new Promise((resolve, reject) => {
    const cut = () => void verdict.destroy();
    let isReceived = false;
    const onOffer = (line: string) => {
      // Reading an endless stream of lines would keep this process from other work.
      if (isReceived) return cut();
      isReceived = true;
      try {
        resolve(Offer.nullable().parse(JSON.parse(line)));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    verdict.once('close', () => resolve(null));
    const read = lineReader(onOffer, cut, OFFER_BYTES);
    verdict.on('data', (part: Buffer) => (isReceived ? cut() : read(part)));
    verdict.resume();
  });
}

async function giveAll(
  [bytes, verdict]: readonly [Socket, Socket],
  { give, root, identity }: Pick<HandOver<unknown>, 'give' | 'root' | 'identity'>,
) {
  // Its close ends the writing program. This side closes first, so that the receiver sees no end before the
  // verdict.
  verdict.once('close', () => bytes.destroy());
  try {
    const offer = await offerOn(verdict);
    if (verdict.destroyed) throw new Refusal('download-cut');
    using file = offer ? openOffered(offer, { root, identity }) : undefined;
    await give({ bytes, file });
    verdict.end(COMPLETE);
  } catch (error) {
    verdict.destroy();
    throw error;
  }
}

async function listen(server: Server, socket: string, identity: Identity | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  if (identity) await chown(socket, identity.uid, identity.gid);
  await chmod(socket, 0o600);
}

/**
 * Sends bytes once to a process of one identity, on a socket that only that identity can use. Incomplete data
 * never look complete to the receiver, whatever fails first.
 */
export async function handOver<Result>({ folder, take, ...giving }: HandOver<Result>): Promise<Result> {
  ensureHandoverFolder(folder);
  const socket = join(folder, `${randomBytes(9).toString('base64url')}.sock`);
  const server = createServer({ pauseOnConnect: true });
  const calls: Socket[] = [];
  const given: { ended?: Promise<void>; failure?: unknown } = {};
  void bothSockets(server, calls).then((both) => {
    given.ended = giveAll(both, giving).catch((error: unknown) => {
      given.failure = error;
    });
  });
  try {
    await listen(server, socket, giving.identity);
    return await take(socket);
  } catch (error) {
    // If the receiver was cut off, the error on this side is the cause; otherwise the receiver's error is.
    const isCut = isRefusal(error) && error.reason === 'download-cut';
    throw (isCut ? given.failure : undefined) ?? error;
  } finally {
    server.close();
    for (const call of calls) call.destroy();
    await given.ended;
    await rm(socket, { force: true });
  }
}
