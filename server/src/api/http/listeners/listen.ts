import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { FastifyInstance } from 'fastify';
import type { TlsFiles } from './app';
import { silentConnections } from './silent-connections';

/** Listens on a unix socket that its owner and group may use, and replaces an old socket file. */
export async function listenOnSocket(app: FastifyInstance, path: string): Promise<void> {
  await rm(path, { force: true });
  await app.listen({ path });
  await chmod(path, 0o660);
}

export interface FurtherListener {
  close(): Promise<void>;
}

/**
 * Where to listen. A descriptor is of a socket that the supervisor holds open: closing the listener here
 * leaves the socket listening.
 */
type ListenAt = { readonly fd: number } | { readonly host: string; readonly port: number };

interface ListenOptions {
  readonly tls?: TlsFiles | undefined;
  /** Called before the server listens. */
  readonly watch?: (server: Server) => void;
}

/** Adds a listener to an application that is ready. */
export async function listenAt(
  app: FastifyInstance,
  at: ListenAt,
  { tls, watch }: ListenOptions = {},
): Promise<FurtherListener> {
  const answer = (...[request, reply]: Parameters<FastifyInstance['routing']>) => app.routing(request, reply);
  const server: Server = tls ? createTlsServer(tls, answer) : createServer(answer);
  const endSilent = silentConnections(server);
  watch?.(server);
  server.keepAliveTimeout = app.server.keepAliveTimeout;
  server.headersTimeout = app.server.headersTimeout;
  // 0 is the value of an application that sets no timeout.
  server.requestTimeout = app.server.requestTimeout || server.requestTimeout;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        endSilent();
      }),
  };
}
