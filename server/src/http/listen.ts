import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { FastifyInstance } from 'fastify';
import type { TlsFiles } from './app';
import { silentConnections } from './silent-connections';

/** On a unix socket that its owner and group may use. An old socket file is replaced. */
export async function listenOnSocket(app: FastifyInstance, path: string): Promise<void> {
  await rm(path, { force: true });
  await app.listen({ path });
  await chmod(path, 0o660);
}

export interface TcpListener {
  close(): Promise<void>;
}

interface Address {
  readonly host: string;
  readonly port: number;
  readonly tls?: TlsFiles | undefined;
}

/** A further listener of an application that is ready: the browser's own, where no nginx stands before us. */
export async function listenOnTcp(app: FastifyInstance, { host, port, tls }: Address): Promise<TcpListener> {
  const answer = (...[request, reply]: Parameters<FastifyInstance['routing']>) => app.routing(request, reply);
  const server: Server = tls ? createTlsServer(tls, answer) : createServer(answer);
  const endSilent = silentConnections(server);
  server.keepAliveTimeout = app.server.keepAliveTimeout;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Both families are asked for by addresses of their own; `::` alone would take IPv4's port as well.
    server.listen({ port, host, ipv6Only: true }, resolve);
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
