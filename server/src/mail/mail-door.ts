import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { codeOf } from '#faults/error-code';
import { isRefusal } from '#faults/refusal';
import { makeQueue } from '#system/concurrency/queue';
import { MailRefused } from './mail-refused';
import { receiveMail, type ReceivedMail } from './receive';
import type { Spool } from './spool';

/** Messages of one host that are received at the same time, and those that wait. */
const AT_ONCE = 4;
const WAITING_MAX = 28;
/** A sender that says nothing for this time, or has not sent everything within the other, is refused, ms. */
const SILENCE_MS = 10_000;
const RECEIVE_MS = 60_000;
/** Time for a sender to read why it was refused, ms. */
const READING_MS = 5000;

export interface DoorParts {
  readonly spool: Spool;
  /** Sends a message. Resolves to a note for the site's log, or undefined. Rejects with `MailRefused`. */
  readonly send: (mail: ReceivedMail) => Promise<string | undefined>;
  /** Called for each refused message. */
  readonly onRefused: (why: MailRefused) => void;
  /** Called with every other failure. */
  readonly onBug: (error: unknown) => void;
  readonly silenceMs?: number | undefined;
  readonly receiveMs?: number | undefined;
}

/** Sends the answer and closes the connection, also if the sender goes on writing. */
function answer(socket: Socket, text: string): void {
  socket.end(`${text}\n`);
  // Read and dropped, so that the sender gets to reading the answer.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), READING_MS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

/** Takes the mail of one host on its socket. Each connection carries one message and gets one line as an answer. */
export class MailDoor {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly inTurn = makeQueue(AT_ONCE, WAITING_MAX);

  /** @param socket in a folder that only this host and we can enter */
  constructor(
    private readonly socket: string,
    private readonly parts: DoorParts,
  ) {
    this.server = createServer({ pauseOnConnect: true }, (connected) => this.accept(connected));
    // Waiting connections are answered; more of them are closed at once.
    this.server.maxConnections = 2 * (AT_ONCE + WAITING_MAX);
  }

  async listen(): Promise<void> {
    await rm(this.socket, { force: true });
    this.server.listen(this.socket);
    await once(this.server, 'listening');
    // The group is the folder's: the host.
    await chmod(this.socket, 0o660);
  }

  private accept(socket: Socket): void {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    // The sender may leave at any time.
    socket.on('error', () => undefined);
    void this.inTurn(() => this.take(socket)).then(
      (note) => answer(socket, note === undefined ? 'sent' : `sent ${note}`),
      (error: unknown) => this.refuse(socket, error),
    );
  }

  private refuse(socket: Socket, error: unknown): void {
    const why = refusalOf(error);
    if (why) this.parts.onRefused(why);
    else this.parts.onBug(error);
    answer(socket, `refused ${why?.message ?? 'the server has an error; try again later'}`);
  }

  private async take(socket: Socket): Promise<string | undefined> {
    const mail = await this.received(socket);
    try {
      return await this.parts.send(mail);
    } finally {
      await mail.body.close();
    }
  }

  private async received(socket: Socket): Promise<ReceivedMail> {
    const { spool, silenceMs = SILENCE_MS, receiveMs = RECEIVE_MS } = this.parts;
    const late = new AbortController();
    const slow = () => late.abort();
    const timer = setTimeout(slow, receiveMs);
    socket.setTimeout(silenceMs, slow);
    const receiving = receiveMail(socket, spool);
    try {
      return await Promise.race([receiving, tooSlow(late.signal)]);
    } catch (error) {
      // Its file is closed when the socket is.
      void receiving.then(
        ({ body }) => body.close(),
        () => undefined,
      );
      throw error;
    } finally {
      clearTimeout(timer);
      socket.setTimeout(0);
    }
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}

/** Rejects when the signal is aborted. */
const tooSlow = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new MailRefused('it was sent too slowly')), { once: true });
  });

/** Codes of errors of a connection that its sender has left. */
const BROKEN: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Undefined for a bug. */
function refusalOf(error: unknown): MailRefused | undefined {
  if (error instanceof MailRefused) return error;
  if (BROKEN.has(codeOf(error) ?? ''))
    return new MailRefused('the connection closed before the message was complete');
  return isRefusal(error) ? new MailRefused('too many messages are being sent; try again later') : undefined;
}
