import { randomBytes } from 'node:crypto';
import { chmod, chown, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Identity } from '#system/process/identity';
import { lineReader } from './line-reader';
import { Offer, openOffered, type OfferedFile } from './offered-file';
import { isRefusal, Refusal } from '#faults/refusal';
import { WHOLE } from './taken-over';

/** Far more than three numbers take. */
const OFFER_BYTES = 1000;

/** Where the bytes go: into the file where there is one. The socket closes when the receiver has gone. */
export interface Output {
  readonly bytes: Socket;
  readonly file: OfferedFile | undefined;
}

interface HandOver<Result> {
  /** Folder that every user may enter and none may list. */
  readonly folder: string;
  /** Who takes; undefined: our own. */
  readonly identity: Identity | undefined;
  /** Has a program write, past us, and ends the socket when that is whole; rejects where it is not. */
  readonly give: (output: Output) => Promise<void>;
  /** Called with the socket's path; refuses `download-cut` if bytes are missing. */
  readonly take: (socket: string) => Promise<Result>;
}

/** The connection for the bytes, and then that for the verdict; `calls` has those that have come. */
function bothOf(server: Server, calls: Socket[]): Promise<readonly [Socket, Socket]> {
  return new Promise((resolve) => {
    server.on('connection', (call: Socket) => {
      if (calls.length === 2) return void call.destroy();
      // A receiver that has gone shows by a close.
      call.on('error', () => undefined);
      calls.push(call);
      const [bytes, verdict] = calls;
      if (bytes && verdict) resolve([bytes, verdict]);
    });
  });
}

/** The one line that the other end says; null where it offers nothing, or has gone. A program of a tenant may speak there. */
function offerOn(verdict: Socket): Promise<Offer | null> {
  return new Promise((resolve, reject) => {
    const cut = () => void verdict.destroy();
    let isSaid = false;
    const heard = (line: string) => {
      // To look at each of endless lines would leave us no time for anybody else.
      if (isSaid) return cut();
      isSaid = true;
      try {
        resolve(Offer.nullable().parse(JSON.parse(line)));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    verdict.once('close', () => resolve(null));
    const read = lineReader(heard, cut, OFFER_BYTES);
    verdict.on('data', (part: Buffer) => (isSaid ? cut() : read(part)));
    verdict.resume();
  });
}

async function giveAll(
  [bytes, verdict]: readonly [Socket, Socket],
  { give, identity }: Pick<HandOver<unknown>, 'give' | 'identity'>,
) {
  // Its close ends what writes. Our own comes first too: no end before the verdict.
  verdict.once('close', () => bytes.destroy());
  try {
    const offer = await offerOn(verdict);
    if (verdict.destroyed) throw new Refusal('download-cut');
    using file = offer ? openOffered(offer, identity) : undefined;
    await give({ bytes, file });
    verdict.end(WHOLE);
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
 * Gives bytes to whoever runs under an identity, on a socket that is theirs alone, once. What was not all written never
 * looks whole there, whatever ends first.
 */
export async function handOver<Result>({ folder, identity, give, take }: HandOver<Result>): Promise<Result> {
  const socket = join(folder, `${randomBytes(9).toString('base64url')}.sock`);
  const server = createServer({ pauseOnConnect: true });
  const calls: Socket[] = [];
  const given: { ended?: Promise<void>; failure?: unknown } = {};
  void bothOf(server, calls).then((both) => {
    given.ended = giveAll(both, { give, identity }).catch((error: unknown) => {
      given.failure = error;
    });
  });
  try {
    await listen(server, socket, identity);
    return await take(socket);
  } catch (error) {
    // That it was cut there has its cause here; what else went wrong there is the cause of what went wrong here.
    const isCut = isRefusal(error) && error.reason === 'download-cut';
    throw (isCut ? given.failure : undefined) ?? error;
  } finally {
    server.close();
    for (const call of calls) call.destroy();
    await given.ended;
    await rm(socket, { force: true });
  }
}
