import { Refusal } from '#faults/refusal';
import type { SourceAddress } from '../ftp/sign-in';
import { encodingsOf } from '../raw-names';
import {
  SHOWN_MAX,
  SourceRefusal,
  type FileHash,
  type FileState,
  type RawName,
  type SourceEntry,
  type SourceFacts,
  type SourceSession,
} from '../source';
import { connectSsh, type SshConnection } from './connect-ssh';
import { OPEN_READ, TYPE, type PacketReader } from './packets';
import { SftpChannel } from './sftp-channel';

/** What every server sends in one reply, bytes. */
const CHUNK_BYTES = 32 * 1024;
/** Open reads of one file: enough for 16 MB/s at a distance of 60 ms. */
const WINDOW_MAX = 32;

const bytesOf = (raw: RawName): Buffer => Buffer.from(raw, 'latin1');

interface OpenRead {
  readonly at: number;
  readonly length: number;
  readonly reply: Promise<PacketReader | undefined>;
}

/** SFTP version 3. */
export class SftpSession implements SourceSession {
  /** Requests of many files share a connection. */
  readonly lanes = 8;
  readonly hasExactTimes = true;

  private constructor(
    private readonly ssh: SshConnection,
    private readonly channel: SftpChannel,
    readonly facts: SourceFacts,
  ) {}

  static async open(at: SourceAddress): Promise<SftpSession> {
    const ssh = await connectSsh(at);
    const channel = new SftpChannel(ssh.stream, at.source.server, at.limits.silenceMs);
    try {
      await channel.begin();
      const root = await enterRoot(channel, at);
      const { software, fingerprint } = ssh;
      return new SftpSession(ssh, channel, { software, fingerprint, clockSkew: null, root });
    } catch (error) {
      channel.fail(error);
      ssh.client.destroy();
      throw error;
    }
  }

  async list(folder: RawName, take: (entry: SourceEntry) => void): Promise<void> {
    const { channel } = this;
    const handle = await this.opened(TYPE.opendir, folder);
    try {
      for (;;) {
        const names = await channel.expect(TYPE.readdir, TYPE.name, (packet) => packet.string(handle));
        if (!names) return;
        for (const entry of channel.read(() => entriesIn(names))) take(entry);
      }
    } finally {
      this.closeHandle(handle);
    }
  }

  async read(file: RawName, from: number, take: (bytes: Buffer) => void): Promise<void> {
    const handle = await this.opened(TYPE.open, file);
    try {
      await this.readAll(handle, from, take);
    } finally {
      this.closeHandle(handle);
    }
  }

  states(files: readonly RawName[]): Promise<readonly (FileState | undefined)[]> {
    return Promise.all(files.map((file) => this.stateOf(file)));
  }

  hash(): Promise<FileHash | undefined> {
    return Promise.resolve(undefined);
  }

  close(): void {
    this.channel.fail(new Error('closed'));
    this.ssh.client.end();
  }

  /** Reads ahead, further with every full reply, so that a small file costs two requests. */
  private async readAll(handle: Buffer, from: number, take: (bytes: Buffer) => void): Promise<void> {
    const open: OpenRead[] = [];
    let [next, window, isComplete] = [from, 2, false];
    for (;;) {
      while (!isComplete && open.length < window) {
        open.push(this.readPart(handle, next, CHUNK_BYTES));
        next += CHUNK_BYTES;
      }
      const first = open.shift();
      if (!first) return;
      const data = await first.reply;
      if (isComplete || !data) {
        isComplete = true;
        continue;
      }
      const bytes = this.channel.read(() => data.string());
      if (bytes.length > first.length || bytes.length === 0) throw this.channel.broken();
      take(bytes);
      const missing = first.length - bytes.length;
      if (missing > 0) open.unshift(this.readPart(handle, first.at + bytes.length, missing));
      else window = Math.min(WINDOW_MAX, window * 2);
    }
  }

  private readPart(handle: Buffer, at: number, length: number): OpenRead {
    const reply = this.channel.expect(TYPE.read, TYPE.data, (packet) =>
      packet.string(handle).uint64(at).uint32(length),
    );
    // One failed reply ends the file; the others have no reader any more.
    reply.catch(() => undefined);
    return { at, length, reply };
  }

  private async opened(type: typeof TYPE.open | typeof TYPE.opendir, path: RawName): Promise<Buffer> {
    const fields = await this.channel.expect(type, TYPE.handle, (packet) =>
      type === TYPE.open
        ? packet.string(bytesOf(path)).uint32(OPEN_READ).uint32(0)
        : packet.string(bytesOf(path)),
    );
    if (!fields) throw this.channel.broken();
    return Buffer.from(this.channel.read(() => fields.string()));
  }

  /** The reply changes nothing. */
  private closeHandle(handle: Buffer): void {
    this.channel.request(TYPE.close, (packet) => packet.string(handle)).catch(() => undefined);
  }

  private async stateOf(file: RawName): Promise<FileState | undefined> {
    try {
      const fields = await this.channel.expect(TYPE.lstat, TYPE.attrs, (packet) =>
        packet.string(bytesOf(file)),
      );
      return fields && this.channel.read(() => fields.attributes());
    } catch (error) {
      if (error instanceof SourceRefusal) return undefined;
      throw error;
    }
  }
}

function entriesIn(fields: PacketReader): SourceEntry[] {
  const entries: SourceEntry[] = [];
  for (let left = fields.uint32(); left > 0; left -= 1) {
    const name = fields.string().toString('latin1');
    const long = fields.string().toString('latin1', 0, 1);
    const { type, size, time } = fields.attributes();
    entries.push({ name, type: type ?? typeIn(long), size, time });
  }
  return entries;
}

/** From the line of `ls -l`, where the server sends no mode. */
function typeIn(letter: string): SourceEntry['type'] {
  if (letter === '-') return 'file';
  if (letter === 'd') return 'folder';
  return letter === 'l' ? 'link' : 'other';
}

/** The site's folder as the server names it; refuses with `move-no-folder`. */
async function enterRoot(channel: SftpChannel, { source }: SourceAddress): Promise<RawName> {
  for (const raw of encodingsOf(source.folder)) {
    try {
      const state = await channel.expect(TYPE.stat, TYPE.attrs, (packet) => packet.string(bytesOf(raw)));
      if (!state || channel.read(() => state.attributes()).type !== 'folder') continue;
      const names = await channel.expect(TYPE.realpath, TYPE.name, (packet) => packet.string(bytesOf(raw)));
      const [root] = names ? channel.read(() => entriesIn(names)) : [];
      return root?.name ?? raw;
    } catch (error) {
      if (!(error instanceof SourceRefusal)) throw error;
    }
  }
  throw new Refusal('move-no-folder', {
    values: { server: source.server, folder: source.folder.slice(0, SHOWN_MAX) },
  });
}
