import { randomBytes } from 'node:crypto';
import { chmod, chown, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Identity } from './identity';
import { isRefusal } from './refusal';
import { WHOLE } from './taken-over';

interface HandOver<Result> {
  /** Folder that everybody may enter and nobody list. */
  readonly folder: string;
  /** Who takes; undefined: our own. */
  readonly identity: Identity | undefined;
  /** Has a program write into the socket, past us, and ends it when that is whole; rejects where it is not. */
  readonly give: (bytes: Socket) => Promise<void>;
  /** Told of the socket; refuses `download-cut` where it was not given all. */
  readonly take: (socket: string) => Promise<Result>;
}

/** The connection for the bytes, and then that for the verdict. */
function bothOf(server: Server): Promise<readonly [Socket, Socket]> {
  const calls: Socket[] = [];
  return new Promise((resolve) => {
    server.on('connection', (call: Socket) => {
      if (calls.length === 2) return void call.destroy();
      // Whoever has gone shows by a close.
      call.on('error', () => undefined);
      calls.push(call);
      const [bytes, verdict] = calls;
      if (bytes && verdict) resolve([bytes, verdict]);
    });
  });
}

async function giveAll([bytes, verdict]: readonly [Socket, Socket], give: HandOver<unknown>['give']) {
  // The other end says nothing there, but its close ends what writes. Our own comes first too: no end before the verdict.
  verdict.resume();
  verdict.once('close', () => bytes.destroy());
  try {
    await give(bytes);
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
  const given: { calls?: readonly Socket[]; ended?: Promise<void>; failure?: unknown } = {};
  void bothOf(server).then((calls) => {
    given.calls = calls;
    given.ended = giveAll(calls, give).catch((error: unknown) => {
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
    for (const call of given.calls ?? []) call.destroy();
    await given.ended;
    await rm(socket, { force: true });
  }
}
