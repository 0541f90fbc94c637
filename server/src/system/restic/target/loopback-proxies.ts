import { randomBytes } from 'node:crypto';
import {
  createServer as createHttpServer,
  request as requestHttp,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** A proxy on loopback that leads to one server and nowhere else. */
export interface LoopbackProxy {
  readonly port: number;
  close(): Promise<void>;
}

async function listenOnLoopback(server: Server): Promise<LoopbackProxy> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface RestServer {
  readonly url: URL;
  /** The address that was checked. */
  readonly address: string;
  readonly authorization: string | undefined;
  /** Called with the number of bytes received from or sent to the server. */
  readonly onBytes: (bytes: number) => void;
}

/** Headers that are forwarded in requests and replies. */
const FORWARDED_HEADERS = [
  'accept',
  'content-type',
  'content-length',
  'range',
  'content-range',
  'transfer-encoding',
] as const;

const forwardedHeaders = (message: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    FORWARDED_HEADERS.flatMap((name) => {
      const value = message.headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

const BAD_GATEWAY = 502;

/** Redirects are not forwarded: restic would follow them to addresses that were not checked. */
const isRedirect = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 300 && statusCode < 400;

function forward(
  target: RestServer,
  path: string,
  { request, reply }: { request: IncomingMessage; reply: ServerResponse },
): void {
  const { url, address, authorization, onBytes } = target;
  const requestOverScheme = url.protocol === 'https:' ? requestHttps : requestHttp;
  const headers = {
    ...forwardedHeaders(request),
    host: url.host,
    ...(authorization !== undefined && { authorization }),
  };
  const outgoing = requestOverScheme(
    {
      host: address,
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      servername: url.hostname,
      path,
      method: request.method,
      headers,
      agent: false,
    },
    (incoming) => {
      const status = isRedirect(incoming) ? BAD_GATEWAY : (incoming.statusCode ?? BAD_GATEWAY);
      reply.writeHead(status, status === BAD_GATEWAY ? {} : forwardedHeaders(incoming));
      onBytes(0);
      incoming.on('data', (chunk: Buffer) => onBytes(chunk.length));
      pipeline(incoming, reply).catch(() => reply.destroy());
    },
  );
  outgoing.on('error', () => (reply.headersSent ? reply.destroy() : reply.writeHead(BAD_GATEWAY).end()));
  reply.on('close', () => outgoing.destroy());
  request.on('data', (chunk: Buffer) => onBytes(chunk.length));
  pipeline(request, outgoing).catch(() => outgoing.destroy());
}

export interface RestProxy extends LoopbackProxy {
  /** The repository's address for restic. Its secret path keeps other programs of this machine out. */
  readonly repository: string;
}

/** Proxy to a REST server: it adds the password, which restic never learns, and connects only to the checked address. */
export async function openRestProxy(target: RestServer): Promise<RestProxy> {
  const secret = randomBytes(24).toString('base64url');
  const base = target.url.pathname.replace(/\/+$/, '');
  const server = createHttpServer((request, reply) => {
    reply.on('error', () => undefined);
    const [, token, ...rest] = (request.url ?? '').split('/');
    if (token !== secret) return void reply.writeHead(404).end();
    forward(target, `${base}/${rest.join('/')}`, { request, reply });
  });
  const proxy = await listenOnLoopback(server);
  return { ...proxy, repository: `rest:http://127.0.0.1:${proxy.port}/${secret}/` };
}

export interface ForwardedServer {
  readonly port: number;
  readonly address: string;
  readonly onBytes: (bytes: number) => void;
}

/** Forwards bytes in both directions until either side closes. */
function joinSockets(socket: Socket, remote: Socket, onBytes: (bytes: number) => void): void {
  for (const [from, to] of [
    [socket, remote],
    [remote, socket],
  ] as const) {
    from.on('data', (chunk: Buffer) => onBytes(chunk.length));
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
}

/** CONNECT proxy to a TLS server: it accepts only that server's name and connects to the checked address. */
export async function openTunnel(
  target: ForwardedServer & { readonly name: string },
): Promise<LoopbackProxy> {
  const server = createHttpServer((_request, reply) => void reply.writeHead(403).end());
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => undefined);
    if (request.url !== `${target.name}:${target.port}`)
      return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const remote = connect(target.port, target.address, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      joinSockets(socket, remote, target.onBytes);
    });
    remote.on('error', () => socket.destroy());
    socket.on('close', () => remote.destroy());
  });
  return listenOnLoopback(server);
}

/** Port forward for a protocol that authenticates by itself. */
export const openPortForward = ({ port, address, onBytes }: ForwardedServer): Promise<LoopbackProxy> =>
  listenOnLoopback(createServer((socket) => joinSockets(socket, connect(port, address), onBytes)));
