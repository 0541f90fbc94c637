import type { IncomingMessage, Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';

/**
 * Browsers connect ahead of time and may never ask. Node takes such a connection for a request on its way and waits
 * for its head for a minute when the server closes.
 * @returns ends those that have not asked yet
 */
export function silentConnections(server: Server): () => void {
  const silent = new Set<Socket>();
  // What a request names as its socket: under TLS not the one that was accepted.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket));
  return () => silent.forEach((socket) => socket.destroy());
}
