import { connect, type Socket } from 'node:net';
import { Intake } from './flow';
import { readTextLine, requestLine, type JsonText } from '#system/streams/json-text';
import { busyRefusal, OutcomeUnknown, Refusal, type RefusalDetail } from '#faults/refusal';
import type { RpcClient, RpcMethod, RpcOptions, RpcProtocol } from './rpc';
import { FromServer, lineBytes } from './rpc-wire';

/** Maximum number of calls that wait for a reply; more are refused (too-busy). */
const WAITING_MAX = 4096;

interface Waiting {
  readonly settle: (message: FromServer) => void;
  readonly lost: () => void;
}

class Connection {
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private constructor(private readonly socket: Socket) {
    socket.on(
      'data',
      lineBytes(
        (line) => this.receive(line),
        () => socket.destroy(),
      ),
    );
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.waiting.forEach((call) => call.lost()));
    // An idle link keeps no process alive.
    socket.unref();
  }

  static open(path: string): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(path);
      socket.once('connect', () => resolve(new Connection(socket)));
      socket.once('error', () => reject(new Refusal('engine-down')));
    });
  }

  get usable(): boolean {
    return !this.socket.destroyed;
  }

  private receive(line: Buffer): void {
    const text = readTextLine(line);
    const message: FromServer = text
      ? { ...text, done: true }
      : FromServer.parse(JSON.parse(line.toString('utf8')));
    this.waiting.get(message.id)?.settle(message);
  }

  request(name: string, request: unknown, call: Pending): void {
    if (this.waiting.size >= WAITING_MAX) return call.reject(busyRefusal());
    const id = ++this.lastId;
    const send = (message: object) => this.socket.write(JSON.stringify({ id, ...message }) + '\n');
    const abort = () => void send({ abort: true });
    const intake = new Intake((hold) => {
      if (!this.socket.destroyed) send({ hold });
    });
    const finish = () => {
      this.waiting.delete(id);
      call.signal?.removeEventListener('abort', abort);
      if (this.waiting.size === 0) this.socket.unref();
    };
    this.waiting.set(id, {
      settle: (message) => {
        if ('progress' in message) return intake.take(call.progress(message.progress));
        finish();
        if ('refusal' in message)
          return call.reject(new Refusal(message.refusal.reason, defined(message.refusal.detail)));
        if ('broken' in message) return call.reject(new Error(`${name}: ${message.broken}`));
        call.resolve(message.reply);
      },
      lost: () => {
        finish();
        call.reject(new OutcomeUnknown());
      },
    });
    this.socket.ref();
    if (call.text) this.write(requestLine({ id, method: name, request }, call.text));
    else send({ method: name, request });
    call.signal?.addEventListener('abort', abort, { once: true });
    if (call.signal?.aborted) abort();
  }

  private write(pieces: readonly (string | Buffer)[]): void {
    this.socket.cork();
    for (const piece of pieces) this.socket.write(piece);
    this.socket.uncork();
  }

  close(): void {
    this.socket.destroy();
  }
}

interface Pending {
  readonly signal?: AbortSignal | undefined;
  readonly text?: JsonText | undefined;
  readonly progress: (value: unknown) => void | Promise<void>;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Drops keys that are present but undefined: the wire can't carry them. */
const defined = (value: object): RefusalDetail =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));

/** The options of a call whose method is not known; `RpcClient` types them by the protocol. */
type UncheckedOptions = Omit<RpcOptions<RpcMethod>, 'onProgress'> & {
  readonly onProgress?: (value: unknown) => void | Promise<void>;
};

/** A client of `serveRpc`; connects on the first call and again after the other side was restarted. */
export function connectRpc<P extends RpcProtocol>(protocol: P, path: string): RpcClient<P> {
  let link: Promise<Connection> | undefined;
  const connection = async (): Promise<Connection> => {
    const current = await link?.catch(() => undefined);
    if (current?.usable) return current;
    link = Connection.open(path);
    return link;
  };
  const call = async (name: string, request: unknown, options: UncheckedOptions = {}) => {
    const method = protocol[name];
    if (!method) throw new Error(`No such method: ${name}`);
    const open = await connection();
    const reply = await new Promise<unknown>((resolve, reject) => {
      const progress = (value: unknown) => options.onProgress?.(method.progress?.parse(value));
      open.request(name, request, { ...options, progress, resolve, reject });
    });
    return method.reply.parse(reply);
  };
  return {
    call: call as RpcClient<P>['call'],
    close: () => void link?.then((open) => open.close()).catch(() => undefined),
  };
}
