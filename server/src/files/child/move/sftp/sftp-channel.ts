import type { Duplex } from 'node:stream';
import { Refusal } from '#faults/refusal';
import { asError, ConnectionLost, shownReply, SourceRefusal } from '../source';
import { PacketReader, PacketWriter, STATUS_EOF, TYPE } from './packets';

/** Longest packet that is accepted, bytes: a listing of long names. */
const PACKET_MAX = 1024 * 1024;
const VERSION = 3;

export interface SftpReply {
  readonly type: number;
  readonly fields: PacketReader;
}

interface Waiting {
  readonly resolve: (reply: SftpReply) => void;
  readonly reject: (error: unknown) => void;
}

/** Requests and replies of one SFTP session; many requests may be open. After a failure every call rejects with it. */
export class SftpChannel {
  private pieces: Buffer[] = [];
  private size = 0;
  private lastId = 0;
  private readonly waiting = new Map<number, Waiting>();
  private failure: Error | undefined;
  private timer: NodeJS.Timeout | undefined;
  private greet: Waiting | undefined;

  constructor(
    private readonly stream: Duplex,
    private readonly server: string,
    private readonly silenceMs: number,
  ) {
    stream.on('data', (bytes: Buffer) => this.receive(bytes));
    stream.on('error', (error: Error) => this.fail(new ConnectionLost(error.message)));
    stream.on('close', () => this.fail(new ConnectionLost('ECONNRESET')));
  }

  /** Agrees on the version. */
  async begin(): Promise<void> {
    const greeted = new Promise<SftpReply>((resolve, reject) => (this.greet = { resolve, reject }));
    this.write(new PacketWriter(TYPE.init).uint32(VERSION));
    const { type, fields } = await greeted;
    if (type !== TYPE.version || fields.uint32() < VERSION) throw this.broken();
  }

  /** @param fill writes what follows the request's number */
  request(type: number, fill: (packet: PacketWriter) => PacketWriter): Promise<SftpReply> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.write(fill(new PacketWriter(type).uint32(id)));
    });
  }

  /** The fields of a reply of that type; undefined at the end of a file or listing. Rejects with `SourceRefusal`. */
  async expect(
    type: number,
    wanted: number,
    fill: (packet: PacketWriter) => PacketWriter,
  ): Promise<PacketReader | undefined> {
    const reply = await this.request(type, fill);
    if (reply.type === wanted) return reply.fields;
    if (reply.type !== TYPE.status) throw this.broken();
    const code = this.read(() => reply.fields.uint32());
    if (code === STATUS_EOF) return undefined;
    const message = this.read(() => reply.fields.string().toString('latin1'));
    throw new SourceRefusal(shownReply(message) || `SFTP ${code}`);
  }

  /** Runs `parse`; a packet that is too short breaks the protocol. */
  read<T>(parse: () => T): T {
    try {
      return parse();
    } catch (error) {
      if (error instanceof RangeError) throw this.broken();
      throw error;
    }
  }

  broken(): Refusal {
    const refusal = new Refusal('move-protocol-broken', { values: { server: this.server, reply: 'SFTP' } });
    this.fail(refusal);
    return refusal;
  }

  fail(error: unknown): void {
    if (this.failure !== undefined) return;
    this.failure = asError(error);
    clearTimeout(this.timer);
    this.stream.destroy();
    this.greet?.reject(this.failure);
    for (const { reject } of this.waiting.values()) reject(this.failure);
    this.waiting.clear();
  }

  private write(packet: PacketWriter): void {
    this.timer ??= setTimeout(() => this.fail(new ConnectionLost('ETIMEDOUT')), this.silenceMs);
    this.stream.write(packet.bytes());
  }

  private receive(bytes: Buffer): void {
    this.timer?.refresh();
    this.pieces.push(bytes);
    this.size += bytes.length;
    while (this.failure === undefined && this.size >= 4) {
      const length = this.peekLength();
      if (length < 1 || length > PACKET_MAX) return void this.broken();
      if (this.size < 4 + length) return;
      this.settle(this.cut(4 + length).subarray(4));
    }
  }

  private peekLength(): number {
    const [first] = this.pieces;
    if (first && first.length < 4) this.pieces = [Buffer.concat(this.pieces)];
    return this.pieces[0]?.readUInt32BE() ?? 0;
  }

  private cut(length: number): Buffer {
    const all = this.pieces.length === 1 ? this.pieces[0] : Buffer.concat(this.pieces);
    const bytes = all ?? Buffer.alloc(0);
    const rest = bytes.subarray(length);
    this.pieces = rest.length > 0 ? [rest] : [];
    this.size -= length;
    return bytes.subarray(0, length);
  }

  private settle(packet: Buffer): void {
    const fields = new PacketReader(packet);
    const type = fields.uint8();
    if (this.greet) {
      const { resolve } = this.greet;
      this.greet = undefined;
      this.rest();
      return resolve({ type, fields });
    }
    const id = packet.length >= 5 ? fields.uint32() : -1;
    const waiting = this.waiting.get(id);
    if (!waiting) return void this.broken();
    this.waiting.delete(id);
    this.rest();
    waiting.resolve({ type, fields });
  }

  /** Nothing is expected from the server any more. */
  private rest(): void {
    if (this.waiting.size > 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
