import { randomBytes } from 'node:crypto';
import {
  createServer as createHttpServer,
  request as askHttp,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as askHttps } from 'node:https';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** A door on loopback that leads to one server and nowhere else. */
export interface Door {
  readonly port: number;
  close(): Promise<void>;
}

async function listening(server: Server): Promise<Door> {
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

export interface RestPlace {
  readonly url: URL;
  /** The one that was checked. */
  readonly address: string;
  readonly authorization: string | undefined;
  /** Told of how many bytes came from it, or went to it. */
  readonly heard: (bytes: number) => void;
}

/** What of a request and of an answer goes on to the other side. */
const PASSED = [
  'accept',
  'content-type',
  'content-length',
  'range',
  'content-range',
  'transfer-encoding',
] as const;

const passed = (message: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    PASSED.flatMap((name) => {
      const value = message.headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

const BAD_GATEWAY = 502;

/** An answer that leads elsewhere is none: the engine would follow it to wherever it says. */
const leadsElsewhere = ({ statusCode = 0 }: IncomingMessage): boolean =>
  statusCode >= 300 && statusCode < 400;

function forward(
  place: RestPlace,
  path: string,
  { request, reply }: { request: IncomingMessage; reply: ServerResponse },
): void {
  const { url, address, authorization, heard } = place;
  const ask = url.protocol === 'https:' ? askHttps : askHttp;
  const headers = {
    ...passed(request),
    host: url.host,
    ...(authorization !== undefined && { authorization }),
  };
  const asking = ask(
    {
      host: address,
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      servername: url.hostname,
      path,
      method: request.method,
      headers,
      agent: false,
    },
    (answer) => {
      const status = leadsElsewhere(answer) ? BAD_GATEWAY : (answer.statusCode ?? BAD_GATEWAY);
      reply.writeHead(status, status === BAD_GATEWAY ? {} : passed(answer));
      heard(0);
      answer.on('data', (chunk: Buffer) => heard(chunk.length));
      pipeline(answer, reply).catch(() => reply.destroy());
    },
  );
  asking.on('error', () => (reply.headersSent ? reply.destroy() : reply.writeHead(BAD_GATEWAY).end()));
  reply.on('close', () => asking.destroy());
  request.on('data', (chunk: Buffer) => heard(chunk.length));
  pipeline(request, asking).catch(() => asking.destroy());
}

export interface RestDoor extends Door {
  /** The repository as the engine is told of it; the secret in it is the key to this door. */
  readonly repository: string;
}

/** In front of a REST server: it alone knows the password, and only the checked address is connected to. */
export async function openRestDoor(place: RestPlace): Promise<RestDoor> {
  const secret = randomBytes(24).toString('base64url');
  const base = place.url.pathname.replace(/\/+$/, '');
  const server = createHttpServer((request, reply) => {
    reply.on('error', () => undefined);
    const [, given, ...rest] = (request.url ?? '').split('/');
    if (given !== secret) return void reply.writeHead(404).end();
    forward(place, `${base}/${rest.join('/')}`, { request, reply });
  });
  const door = await listening(server);
  return { ...door, repository: `rest:http://127.0.0.1:${door.port}/${secret}/` };
}

export interface PlainPlace {
  readonly port: number;
  readonly address: string;
  readonly heard: (bytes: number) => void;
}

/** Passes bytes on in both ways until either side ends. */
function join(socket: Socket, there: Socket, heard: (bytes: number) => void): void {
  for (const [from, to] of [
    [socket, there],
    [there, socket],
  ] as const) {
    from.on('data', (chunk: Buffer) => heard(chunk.length));
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
}

/** In front of a server that speaks TLS: passes bytes on to the checked address, for that one name. */
export async function openTunnel(place: PlainPlace & { readonly name: string }): Promise<Door> {
  const server = createHttpServer((_request, reply) => void reply.writeHead(403).end());
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => undefined);
    if (request.url !== `${place.name}:${place.port}`)
      return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const there = connect(place.port, place.address, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      join(socket, there, place.heard);
    });
    there.on('error', () => socket.destroy());
    socket.on('close', () => there.destroy());
  });
  return listening(server);
}

/** In front of a server that keeps its own secrets. */
export const openPassage = ({ port, address, heard }: PlainPlace): Promise<Door> =>
  listening(createServer((socket) => join(socket, connect(port, address), heard)));
