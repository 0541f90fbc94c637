import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MayConnect } from '#system/callers/tenant-check';

/** Closes connections of callers who may not connect, without a reply. */
export interface CallerGate {
  /** Checks each connection when it comes, so that one that sends nothing ends too. */
  readonly watch: (server: Server) => void;
  /** Lets a request pass when its connection has passed. */
  readonly onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

export function makeCallerGate(mayConnect: MayConnect): CallerGate {
  const verdicts = new WeakMap<Socket, Promise<boolean>>();
  const check = (socket: Socket): Promise<boolean> => {
    const { remoteAddress, remotePort, localAddress, localPort } = socket;
    // A client that reset its connection has no address any more, but what it sent can still be read.
    if (!remoteAddress || !remotePort || !localAddress || !localPort) return Promise.resolve(false);
    return mayConnect({
      peer: { address: remoteAddress, port: remotePort },
      own: { address: localAddress, port: localPort },
    });
  };
  return {
    watch: (server) => {
      let isUnix = false;
      server.on('listening', () => {
        const address = server.address();
        // An inherited unix socket has no address.
        isUnix = address === null || typeof address === 'string';
      });
      server.on('connection', (socket: Socket) => {
        const verdict = isUnix ? Promise.resolve(true) : check(socket).catch(() => false);
        verdicts.set(socket, verdict);
        void verdict.then((isAllowed) => {
          if (!isAllowed) socket.destroy();
        });
      });
    },
    onRequest: async ({ raw }, reply) => {
      const { socket } = raw as { socket: Socket | null };
      if (socket && (await verdicts.get(socket))) return undefined;
      socket?.destroy();
      return reply.hijack();
    },
  };
}
