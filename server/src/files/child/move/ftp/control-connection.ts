import { connect as connectTcp, type Socket } from 'node:net';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import { Refusal } from '#faults/refusal';
import { asError, ConnectionLost, shownReply, SourceRefusal, type SourceLimits } from '../source';
import { secured } from './certificate';
import { ReplyReader, textOf, type Reply } from './reply-reader';

/** Replies to no command: a server sends at most a goodbye. */
const UNREAD_MAX = 4;
/** The server closes the session: too many connections, idle for too long, or a shutdown. */
const CLOSING = 421;

const LINE_BREAK = /[\r\n\0]/;

/** Opens a connection to a checked address. */
export function openSocket(
  address: string,
  port: number,
  { connectMs, signal }: { readonly connectMs: number; readonly signal: AbortSignal },
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host: address, port, noDelay: true });
    const fail = (why: string) => {
      socket.destroy();
      reject(signal.aborted ? (signal.reason as Error) : new ConnectionLost(why));
    };
    const timer = setTimeout(() => fail('ETIMEDOUT'), connectMs);
    const abort = () => fail('aborted');
    signal.addEventListener('abort', abort, { once: true });
    const settled = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    socket.once('connect', () => {
      settled();
      resolve(socket);
    });
    socket.on('error', (error) => {
      settled();
      fail(error.message);
    });
  });
}

interface Waiting {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

/** Commands and replies of one FTP session. After a failure every call rejects with it. */
export class ControlConnection {
  /** Address of the server, which data connections go to. A closed socket would not know it any more. */
  readonly address: string;
  private socket: Socket | TLSSocket;
  private reader: ReplyReader;
  private readonly unread: Reply[] = [];
  private readonly waiting: Waiting[] = [];
  private failure: Error | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly plain: Socket,
    private readonly server: string,
    private readonly limits: SourceLimits,
  ) {
    this.address = plain.remoteAddress ?? '';
    if (this.address === '') throw new ConnectionLost('ECONNRESET');
    this.socket = plain;
    this.reader = this.makeReader();
    this.listen(plain);
  }

  get isLost(): boolean {
    return this.failure !== undefined;
  }

  /** Starts TLS; what came before may be from an attacker in between. */
  async secure(options: ConnectionOptions): Promise<TLSSocket> {
    if (this.reader.hasRest || this.unread.length > 0) throw this.unexpected('TLS');
    this.plain.removeAllListeners('data');
    const tls = await secured(this.plain, options);
    this.socket = tls;
    this.reader = this.makeReader();
    this.listen(tls);
    return tls;
  }

  /** The next reply; rejects with `ConnectionLost` for 421. */
  reply(silenceMs = this.limits.silenceMs): Promise<Reply> {
    const next = this.unread.shift();
    if (next) return this.checked(next);
    if (this.failure !== undefined) return Promise.reject(this.failure);
    this.timer ??= setTimeout(() => this.fail(new ConnectionLost('ETIMEDOUT')), silenceMs);
    return new Promise<Reply>((resolve, reject) => this.waiting.push({ resolve, reject })).then((reply) =>
      this.checked(reply),
    );
  }

  send(...commands: readonly string[]): void {
    if (commands.some((command) => LINE_BREAK.test(command))) throw new SourceRefusal('line break');
    if (this.failure !== undefined) return;
    this.socket.write(`${commands.join('\r\n')}\r\n`, 'latin1');
  }

  async command(line: string): Promise<Reply> {
    this.send(line);
    return this.reply();
  }

  /** The reply to a command that has to succeed; rejects with `SourceRefusal`. */
  async expect(line: string): Promise<Reply> {
    const reply = await this.command(line);
    if (reply.code >= 400) throw new SourceRefusal(shownReply(textOf(reply)), reply.code < 500);
    return reply;
  }

  unexpected(reply: Reply | string): Refusal {
    const text = typeof reply === 'string' ? reply : textOf(reply);
    return new Refusal('move-protocol-broken', { values: { server: this.server, reply: shownReply(text) } });
  }

  fail(error: unknown): void {
    this.failure ??= asError(error);
    clearTimeout(this.timer);
    this.socket.destroy();
    this.plain.destroy();
    for (const { reject } of this.waiting.splice(0)) reject(this.failure);
  }

  /** Says goodbye without waiting for the reply. */
  close(): void {
    if (this.failure === undefined) this.socket.end('QUIT\r\n');
    setTimeout(() => this.fail(new ConnectionLost('closed')), 100).unref();
  }

  private checked(reply: Reply): Promise<Reply> {
    if (reply.code !== CLOSING) return Promise.resolve(reply);
    const lost = new ConnectionLost(shownReply(textOf(reply)), isFullText(textOf(reply)));
    this.fail(lost);
    return Promise.reject(lost);
  }

  private makeReader(): ReplyReader {
    return new ReplyReader(this.server, (reply) => this.take(reply));
  }

  private listen(socket: Socket): void {
    socket.on('data', (bytes: Buffer) => {
      try {
        this.reader.take(bytes);
      } catch (error) {
        this.fail(error);
      }
    });
    socket.on('error', (error) => this.fail(new ConnectionLost(error.message)));
    socket.on('close', () => this.fail(new ConnectionLost('ECONNRESET')));
  }

  private take(reply: Reply): void {
    const next = this.waiting.shift();
    if (this.waiting.length === 0) {
      clearTimeout(this.timer);
      this.timer = undefined;
    } else this.timer?.refresh();
    if (next) return next.resolve(reply);
    this.unread.push(reply);
    if (this.unread.length > UNREAD_MAX) this.fail(this.unexpected(reply));
  }
}

/** Servers say in words that one address, or one user, has too many connections. */
export const isFullText = (reply: string): boolean =>
  /too many|maximum|limit|already (?:logged|connected)|connections?\b.*(?:exceed|reached|allowed)|users?\b.*(?:exceed|reached|allowed)|连接数|过多/i.test(
    reply,
  );
