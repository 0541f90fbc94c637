import { chmod, chown, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { Flow } from './flow';
import type { Identity } from '#system/process/identity';
import { JsonText, readRequestLine, textLine } from '#system/streams/json-text';
import { isRefusal } from '#faults/refusal';
import type { RpcContext, RpcHandlers, RpcMethod, RpcProtocol } from './rpc';
import { FromClient, LINE_LIMIT, lineBytes, type FromServer } from './rpc-wire';

export interface RpcServerOptions<P extends RpcProtocol> {
  readonly protocol: P;
  readonly handlers: RpcHandlers<P>;
  readonly socket: string;
  /** Who may connect: the socket gets mode 0660 and this owner. */
  readonly owner?: Identity;
  /** Called with every failure that is not a refusal, and the method's name. */
  readonly onBug: (method: string, error: unknown) => void;
}

export interface RpcServer {
  close(): Promise<void>;
}

type Send = (message: FromServer) => void;

const TOO_LONG = 'answer too long';
/** Maximum UTF-8 bytes per UTF-16 unit. */
const UNIT_MAX = 3;
const isTooLong = (line: string): boolean =>
  line.length * UNIT_MAX > LINE_LIMIT && Buffer.byteLength(line) > LINE_LIMIT;

/**
 * A reply that exceeds the link's line limit fails only its own call: all calls share the connection, which
 * the other end would close. A tenant's process may have made the reply that long.
 */
function senderOf(socket: Socket): Send {
  return (message) => {
    if (socket.destroyed) return;
    if ('done' in message && message.reply instanceof JsonText) {
      if (!sendText(socket, message.id, message.reply))
        socket.write(`${JSON.stringify({ id: message.id, broken: TOO_LONG })}\n`);
      return;
    }
    const line = JSON.stringify(message);
    const sent = isTooLong(line) ? JSON.stringify({ id: message.id, broken: TOO_LONG }) : line;
    socket.write(`${sent}\n`);
  };
}

/** False if the message would be too long. */
function sendText(socket: Socket, id: number, reply: JsonText): boolean {
  const pieces = textLine(id, reply);
  if (pieces.reduce((sum, piece) => sum + piece.length, 0) > LINE_LIMIT) return false;
  socket.cork();
  for (const piece of pieces) socket.write(piece);
  socket.uncork();
  return true;
}

/** A handler of a method that is not known; its request is parsed with the method's schema first. */
type UncheckedHandler = (
  request: unknown,
  context: Omit<RpcContext<RpcMethod>, 'progress'> & { readonly progress: (value: unknown) => void },
) => Promise<unknown>;

async function answer<P extends RpcProtocol>(
  options: RpcServerOptions<P>,
  call: { id: number; method: string; request: unknown },
  wire: { send: Send; signal: AbortSignal; flow: Flow; text: JsonText | undefined },
): Promise<void> {
  const { id, method: name } = call;
  const method = Object.hasOwn(options.protocol, name) ? options.protocol[name] : undefined;
  const handler = method && (options.handlers[name] as UncheckedHandler | undefined);
  if (!method || !handler) return wire.send({ id, broken: 'unknown method' });
  try {
    const progress = (value: unknown) => wire.send({ id, progress: value });
    const reply = await handler(method.request.parse(call.request), {
      signal: wire.signal,
      text: wire.text,
      progress,
      taken: () => wire.flow.taken(),
    });
    wire.send({ id, done: true, reply });
  } catch (error) {
    if (isRefusal(error)) return wire.send({ id, refusal: { reason: error.reason, detail: error.detail } });
    if (!wire.signal.aborted) options.onBug(name, error);
    wire.send({ id, broken: error instanceof Error ? error.message : 'failed' });
  }
}

function serveConnection<P extends RpcProtocol>(options: RpcServerOptions<P>, socket: Socket): void {
  const running = new Map<number, { readonly controller: AbortController; readonly flow: Flow }>();
  const abort = (id: number) => {
    running.get(id)?.controller.abort();
    running.get(id)?.flow.release();
  };
  const send = senderOf(socket);
  const onLine = (line: Buffer) => {
    const { message: given, text } = readRequestLine(line);
    const message = FromClient.parse(JSON.parse(given));
    if ('abort' in message) return abort(message.id);
    if ('hold' in message) return running.get(message.id)?.flow.hold(message.hold);
    const [controller, flow] = [new AbortController(), new Flow()];
    running.set(message.id, { controller, flow });
    void answer(options, message, { send, signal: controller.signal, flow, text }).finally(() =>
      running.delete(message.id),
    );
  };
  const guarded = (line: Buffer) => {
    try {
      onLine(line);
    } catch {
      socket.destroy();
    }
  };
  socket.on(
    'data',
    lineBytes(guarded, () => socket.destroy()),
  );
  socket.on('error', () => socket.destroy());
  socket.on('close', () => [...running.keys()].forEach(abort));
}

/** Serves a protocol on a unix socket; an old socket file is replaced. */
export async function serveRpc<P extends RpcProtocol>(options: RpcServerOptions<P>): Promise<RpcServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveConnection(options, socket);
  });
  await rm(options.socket, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.socket, resolve);
  });
  await chmod(options.socket, 0o660);
  if (options.owner) await chown(options.socket, options.owner.uid, options.owner.gid);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}
