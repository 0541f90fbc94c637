import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotResume, ConnectionLost, shownReply, SourceRefusal, type SourceLimits } from '../source';
import { checkCertificate, fingerprintOf, tlsOptions, type TlsServer } from './certificate';
import type { ControlConnection } from './control-connection';
import { textOf, type Reply } from './reply-reader';

/** Bytes read from the kernel at once. */
const BUFFER_BYTES = 256 * 1024;

/** TLS of data connections: each continues the session of the control connection, which many servers demand. */
export interface DataTls extends TlsServer {
  readonly session: () => Buffer | undefined;
  readonly renewed: (session: Buffer) => void;
  /** Of the control connection. */
  readonly fingerprint: string;
}

export interface Transfer {
  /** Command that makes the server send. */
  readonly command: string;
  readonly take: (bytes: Buffer) => void;
  /** First byte of the file that is sent. */
  readonly restart?: number;
}

/** After a final reply that came first, the data may take this long, ms. */
const EARLY_MS = 1000;

/** Port in the reply to EPSV, or in the one to PASV, whose address is not used. */
function portIn({ code, lines }: Reply): number | undefined {
  const text = lines.at(-1) ?? '';
  const extended = code === 229 ? /\(([!-~])\1\1(\d{1,5})\1\)/.exec(text) : undefined;
  const passive = code === 227 ? /\d+,\d+,\d+,\d+,(\d{1,3}),(\d{1,3})/.exec(text) : undefined;
  const port = extended
    ? Number(extended[2])
    : passive
      ? Number(passive[1]) * 256 + Number(passive[2])
      : undefined;
  return port !== undefined && port > 0 && port <= 65_535 ? port : undefined;
}

/** Replies of servers that can't open a data connection now, or that lost it. */
const isLostData = (code: number): boolean => code === 425 || code === 426;

/** One after the other, the data connections of a session: always passive, and to the address of the control connection. */
export class DataConnections {
  private readonly buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  private passive: 'EPSV' | 'PASV' | undefined;
  /** Port of the next transfer, if it was asked for ahead. */
  private next: Promise<number> | undefined;

  constructor(
    private readonly control: ControlConnection,
    private readonly limits: SourceLimits,
    private readonly tls: DataTls | undefined,
  ) {}

  /** Resolves when all bytes were taken and the server has said that these are all. */
  async receive({ command, take, restart = 0 }: Transfer): Promise<void> {
    const { control } = this;
    const port = await (this.next ?? this.openPort());
    this.next = undefined;
    const data = this.open(port, take);
    try {
      if (restart > 0 && (await control.command(`REST ${restart}`)).code !== 350) throw new CannotResume();
      // Sent while the data connection opens: the server waits for it.
      control.send(command);
      const early = await Promise.race([this.begun(), data.failed]);
      await (early ? Promise.race([data.ended, sleep(EARLY_MS)]) : data.ended);
      const last = early ?? control.reply();
      this.next = this.openPort();
      this.next.catch(() => undefined);
      this.judge(await last);
    } catch (error) {
      if (!(error instanceof SourceRefusal || error instanceof CannotResume)) control.fail(error);
      throw error;
    } finally {
      data.close();
    }
  }

  /** Resolves when the server begins to send, or with its final reply if it says nothing before. */
  private async begun(): Promise<Reply | undefined> {
    const reply = await this.control.reply();
    if (reply.code < 200) return undefined;
    this.judge(reply);
    return reply;
  }

  private judge(reply: Reply): void {
    if (isLostData(reply.code)) throw new ConnectionLost(shownReply(textOf(reply)));
    // vsftpd lists nothing with 226 for a folder that it can't read.
    const isFailure = reply.code >= 400 || /failed to open/i.test(textOf(reply));
    if (isFailure) throw new SourceRefusal(shownReply(textOf(reply)), reply.code < 500);
    if (reply.code < 200) throw this.control.unexpected(reply);
  }

  private async openPort(): Promise<number> {
    const { control } = this;
    const wanted = control.address.includes(':') ? (['EPSV'] as const) : (['PASV', 'EPSV'] as const);
    let refused: Reply | undefined;
    for (const way of this.passive ? [this.passive] : wanted) {
      const reply = await control.command(way);
      const port = portIn(reply);
      if (port !== undefined) {
        this.passive = way;
        return port;
      }
      if (reply.code < 400) throw control.unexpected(reply);
      refused = reply;
    }
    throw new ConnectionLost(refused ? shownReply(textOf(refused)) : 'PASV');
  }

  private open(port: number, take: (bytes: Buffer) => void) {
    const { tls } = this;
    let fail: (error: unknown) => void = () => undefined;
    const failed = new Promise<never>((_resolve, reject) => (fail = reject));
    failed.catch(() => undefined);
    const received = (bytes: Buffer) => {
      try {
        take(bytes);
      } catch (error) {
        fail(error);
      }
    };
    const plain = this.connect(port, tls ? undefined : received);
    const socket = tls ? this.secure(plain, tls, fail) : plain;
    if (tls) socket.on('data', received);
    else socket.resume();
    socket.setTimeout(this.limits.silenceMs, () => fail(new ConnectionLost('ETIMEDOUT')));
    // A server may close in any way: size and final reply show whether all bytes have arrived.
    plain.on('error', (error) => fail(new ConnectionLost(error.message)));
    const closed = new Promise<void>((resolve) => {
      socket.once('end', resolve);
      socket.once('close', () => resolve());
    });
    const ended = Promise.race([closed, failed]);
    ended.catch(() => undefined);
    return {
      failed,
      ended,
      close: () => {
        socket.destroy();
        plain.destroy();
      },
    };
  }

  private connect(port: number, received: ((bytes: Buffer) => void) | undefined): Socket {
    const { buffer, control } = this;
    const callback = (length: number) => {
      received?.(buffer.subarray(0, length));
      return true;
    };
    return connectTcp({
      host: control.address,
      port,
      noDelay: true,
      ...(received && { onread: { buffer, callback } }),
    });
  }

  private secure(plain: Socket, tls: DataTls, fail: (error: unknown) => void): TLSSocket {
    const session = tls.session();
    const socket = connectTls({ ...tlsOptions(tls), socket: plain, ...(session && { session }) }, () => {
      try {
        if (!socket.isSessionReused() && fingerprintOf(socket) !== tls.fingerprint)
          checkCertificate(socket, { ...tls, confirmed: null });
      } catch (error) {
        fail(error);
      }
    });
    socket.on('session', tls.renewed);
    socket.on('error', (error: Error) => fail(new ConnectionLost(`TLS: ${error.message}`)));
    return socket;
  }
}
