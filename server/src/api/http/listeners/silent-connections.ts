import type { IncomingMessage, Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';

/**
 * Browsers open connections ahead of time and may never use them. When the server closes, Node.js waits up to a
 * minute for the request head of such a connection.
 * @returns a function that ends the connections without a request
 */
export function silentConnections(server: Server): () => void {
  const silent = new Set<Socket>();
  // The event whose socket equals the socket of a later request: under TLS that is not the accepted one.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket));
  return () => silent.forEach((socket) => socket.destroy());
}
