import { randomBytes } from 'node:crypto';
import { chmod, chown, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Identity } from './identity';

/**
 * Gives bytes to whoever runs under an identity, on a socket that is theirs alone, once. A source that fails cuts the
 * answer, so that it never looks whole.
 * @param folder that everybody may enter and nobody list
 */
export async function handOver<Result>(
  source: Readable,
  { folder, identity }: { readonly folder: string; readonly identity: Identity | undefined },
  take: (socket: string) => Promise<Result>,
): Promise<Result> {
  const socket = join(folder, `${randomBytes(9).toString('base64url')}.sock`);
  let isTaken = false;
  const server = createServer((_, reply) => {
    if (isTaken) return void reply.writeHead(410).end();
    isTaken = true;
    source.once('error', () => reply.destroy());
    source.once('close', () => {
      if (!source.readableEnded) reply.destroy();
    });
    reply.once('close', () => source.destroy());
    source.pipe(reply);
  });
  let failure: unknown;
  source.once('error', (error) => (failure = error));
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(socket, resolve);
    });
    if (identity) await chown(socket, identity.uid, identity.gid);
    await chmod(socket, 0o600);
    return await take(socket);
  } catch (error) {
    // What went wrong at the source is the cause of what the other end says.
    throw failure ?? error;
  } finally {
    source.destroy();
    server.close();
    server.closeAllConnections();
    await rm(socket, { force: true });
  }
}
