import {
  shownReply,
  SourceRefusal,
  type FileHash,
  type FileState,
  type RawName,
  type SourceEntry,
  type SourceFacts,
  type SourceSession,
} from '../source';
import type { ControlConnection } from './control-connection';
import { DataConnections } from './data-connection';
import { hashIn, type Features } from './features';
import { LineSplitter } from './line-splitter';
import { parseFacts, parseListLine, sizeIn, timeIn } from './list-lines';
import type { Reply } from './reply-reader';
import { signIn, type SignedIn, type SourceAddress } from './sign-in';

/** Files whose state is asked for in one packet. */
const STATES_AT_ONCE = 64;
const HALF_HOUR_S = 1800;

/** Pure-FTPd greets with its clock, in its own zone: zones differ by half hours. Seconds. */
function skewIn({ lines }: Reply, now = Date.now()): number | null {
  const [, hours, minutes] = /Local time is now (\d\d):(\d\d)/.exec(lines.join(' ')) ?? [];
  if (minutes === undefined) return null;
  const theirs = Number(hours) * 3600 + Number(minutes) * 60;
  const ours = Math.floor(now / 60_000) * 60;
  const difference = (((theirs - ours) % HALF_HOUR_S) + HALF_HOUR_S) % HALF_HOUR_S;
  return difference > HALF_HOUR_S / 2 ? difference - HALF_HOUR_S : difference;
}

function softwareIn({ lines }: Reply): string {
  const named = lines.find((line) => /ftp/i.test(line)) ?? lines[0] ?? '';
  return shownReply(named.replace(/^-+|-+$/g, ''));
}

/** FTP, with TLS or without (RFC 959, 2228, 2389, 3659, 4217). */
export class FtpSession implements SourceSession {
  readonly lanes = 1;
  readonly facts: SourceFacts;
  private readonly control: ControlConnection;
  private readonly data: DataConnections;
  private readonly features: Features;
  private listing: 'MLSD' | 'LIST -a' | 'LIST';
  /** Whether the server has accepted the algorithm; undefined: not asked yet. */
  private canHash: boolean | undefined;

  private constructor(
    private readonly server: string,
    { control, tls, greeting, features, root }: SignedIn,
    limits: SourceAddress['limits'],
  ) {
    this.control = control;
    this.features = features;
    this.data = new DataConnections(control, limits, tls);
    this.listing = features.mlsd ? 'MLSD' : 'LIST -a';
    this.facts = {
      software: softwareIn(greeting),
      clockSkew: skewIn(greeting),
      fingerprint: tls?.fingerprint ?? null,
      root,
    };
  }

  static async open(at: SourceAddress): Promise<FtpSession> {
    return new FtpSession(at.source.server, await signIn(at), at.limits);
  }

  get hasExactTimes(): boolean {
    return this.listing === 'MLSD';
  }

  async list(folder: RawName, take: (entry: SourceEntry) => void): Promise<void> {
    if (this.listing === 'MLSD' && (await this.listFacts(folder, take))) return;
    // A path in LIST may be taken for a pattern or an option.
    await this.control.expect(`CWD ${folder}`);
    await this.listLines(take);
  }

  read(file: RawName, from: number, take: (bytes: Buffer) => void): Promise<void> {
    return this.data.receive({ command: `RETR ${file}`, take, restart: from });
  }

  async states(files: readonly RawName[]): Promise<readonly (FileState | undefined)[]> {
    const found: (FileState | undefined)[] = [];
    for (let at = 0; at < files.length; at += STATES_AT_ONCE)
      found.push(...(await this.statesOf(files.slice(at, at + STATES_AT_ONCE))));
    return found;
  }

  async hash(file: RawName): Promise<FileHash | undefined> {
    const { control, features } = this;
    if (!features.hash) return undefined;
    const { command, algorithm, select } = features.hash;
    this.canHash ??= select === undefined || (await control.command(select)).code < 300;
    if (!this.canHash) return undefined;
    // HASH takes the rest of the line as the name; the others take further arguments.
    const name = command === 'HASH' ? file : quoted(file);
    return hashIn(await control.command(`${command} ${name}`), algorithm);
  }

  close(): void {
    this.control.close();
  }

  /** False if the server does not know the command although it said so. */
  private async listFacts(folder: RawName, take: (entry: SourceEntry) => void): Promise<boolean> {
    try {
      await this.receiveLines(`MLSD ${folder}`, (line) => takeEntry(parseFacts(line), take));
      return true;
    } catch (error) {
      if (!(error instanceof SourceRefusal) || !/^50[0-4]/.test(error.reply)) throw error;
      this.listing = 'LIST -a';
      return false;
    }
  }

  /** Lists the current folder. Hidden files matter (`.htaccess`), but not every server knows the option for them. */
  private async listLines(take: (entry: SourceEntry) => void): Promise<void> {
    if (this.listing === 'LIST -a') {
      const lines = await this.countLines('LIST -a', take).catch((error: unknown) => {
        if (error instanceof SourceRefusal) return 0;
        throw error;
      });
      if (lines > 0) return;
    }
    // A server that knows the option lists at least the folder itself.
    const lines = await this.countLines('LIST', take);
    if (lines > 0) this.listing = 'LIST';
  }

  private async countLines(command: string, take: (entry: SourceEntry) => void): Promise<number> {
    let lines = 0;
    const now = Date.now();
    await this.receiveLines(command, (line) => {
      lines += line === '' || line.startsWith('total ') ? 0 : 1;
      takeEntry(parseListLine(line, now), take);
    });
    return lines;
  }

  private async receiveLines(command: string, onLine: (line: string) => void): Promise<void> {
    const splitter = new LineSplitter(this.server, onLine);
    await this.data.receive({ command, take: (bytes) => splitter.take(bytes) });
    splitter.end();
  }

  private async statesOf(files: readonly RawName[]): Promise<(FileState | undefined)[]> {
    const { control, features } = this;
    const asked = [...(features.mdtm ? ['MDTM'] : []), ...(features.size ? ['SIZE'] : [])];
    if (asked.length === 0) return files.map(() => ({ size: undefined, time: undefined }));
    control.send(...files.flatMap((file) => asked.map((command) => `${command} ${file}`)));
    // All are waited for at once, since they arrive together.
    const replies = await Promise.all(files.flatMap(() => asked.map(() => control.reply())));
    return files.map((_file, index) => {
      const own = replies.slice(index * asked.length, (index + 1) * asked.length);
      return stateOf(new Map(asked.flatMap((command, at) => valueOf(command, own[at]))));
    });
  }
}

function takeEntry(entry: SourceEntry | undefined, take: (entry: SourceEntry) => void): void {
  if (entry) take(entry);
}

const quoted = (file: RawName): string => (/[ "]/.test(file) ? `"${file}"` : file);

const valueOf = (command: string, reply: Reply | undefined): [string, string][] =>
  reply?.code === 213 ? [[command, reply.lines.at(-1)?.trim() ?? '']] : [];

function stateOf(values: ReadonlyMap<string, string>): FileState | undefined {
  if (values.size === 0) return undefined;
  return { size: sizeIn(values.get('SIZE')), time: timeIn(values.get('MDTM')) };
}
