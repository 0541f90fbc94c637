import { types } from 'node:util';
import { MOVE_ENTRIES_MAX, type MoveProtocol } from '@sitedeck/contract';

/** Bytes of a name or a path, one Latin-1 character each: what the server sent goes back to it unchanged. */
export type RawName = string;

/** When a file was changed, as far as a listing says it: at `ms` or less than `spanMs` later. */
export interface SourceTime {
  readonly ms: number;
  readonly spanMs: number;
}

/** One line of a listing, not checked yet. */
export interface SourceEntry {
  readonly name: RawName;
  readonly type: 'file' | 'folder' | 'link' | 'other';
  /** Bytes; undefined if the server does not say it. */
  readonly size: number | undefined;
  readonly time: SourceTime | undefined;
  /** The same for two paths of one folder. */
  readonly identity?: string;
}

export interface SourceFacts {
  /** Greeting or version, cut. */
  readonly software: string;
  /** Its clock against ours, seconds; null: unknown. */
  readonly clockSkew: number | null;
  /** SHA-256 of its certificate or host key, hexadecimal; null without TLS. */
  readonly fingerprint: string | null;
  /** The site's folder, absolute where the server says so. */
  readonly root: RawName;
}

export interface FileState {
  readonly size: number | undefined;
  readonly time: SourceTime | undefined;
}

export interface FileHash {
  readonly algorithm: 'sha256' | 'sha512' | 'sha1' | 'md5';
  /** One of them is the hash: a reply may repeat the file's name, which may be written like one. */
  readonly hex: readonly string[];
}

/** One signed-in connection. Each method rejects with `SourceRefusal` or `ConnectionLost`. */
export interface SourceSession {
  readonly facts: SourceFacts;
  /** Requests that it answers at the same time. */
  readonly lanes: number;
  /** Whether listings have times of a second, so that `state` adds nothing. */
  readonly hasExactTimes: boolean;
  /** @param take called for each entry but `.` and `..`; what it throws ends the listing */
  list(folder: RawName, take: (entry: SourceEntry) => void): Promise<void>;
  /** Sends the file from this byte on; rejects with `CannotResume` if the server can't. @param take gets memory that is used again after it returns */
  read(file: RawName, from: number, take: (bytes: Buffer) => void): Promise<void>;
  /** State of these files now, in their order; undefined for one that is gone. */
  states(files: readonly RawName[]): Promise<readonly (FileState | undefined)[]>;
  /** Undefined if the server calculates none. */
  hash(file: RawName): Promise<FileHash | undefined>;
  close(): void;
}

/** Patience with a server; tests shorten it. */
export interface SourceLimits {
  /** Until a connection is open and signed in, ms. */
  readonly connectMs: number;
  /** Without a byte from the server while it has to send some, ms. */
  readonly silenceMs: number;
  /** First pause after a lost connection, ms; it doubles with each failure in a row. */
  readonly pauseMs: number;
  /** Connections in a row that can't be opened, before the move ends. */
  readonly triesMax: number;
  /** Period in which `leastBytes` have to arrive, ms. */
  readonly paceMs: number;
  readonly leastBytes: number;
  /** Files and folders that are listed. */
  readonly entriesMax: number;
}

/** The tries last two minutes: 0.5 + 1 + 2 + 4 + 8 + 5 × 20 seconds. */
export const SOURCE_LIMITS: SourceLimits = {
  connectMs: 20_000,
  silenceMs: 30_000,
  pauseMs: 500,
  triesMax: 10,
  paceMs: 60_000,
  leastBytes: 64 * 1024,
  entriesMax: MOVE_ENTRIES_MAX,
};

/** Sessions at most: as many as the usual server allows one address. */
export const SESSIONS_MAX: Readonly<Record<MoveProtocol, number>> = {
  ftp: 8,
  ftps: 8,
  'ftps-implicit': 8,
  sftp: 4,
};

/** Characters of a text that a fault or a failure shows: the parent refuses longer ones. */
export const SHOWN_MAX = 200;

/** The server's text for people, without control characters, cut. */
export function shownReply(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  const utf8 = bytes.toString('utf8');
  const readable = utf8.includes('\ufffd') ? new TextDecoder('gb18030').decode(bytes) : utf8;
  return readable
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, SHOWN_MAX);
}

/** The server does not give one folder or file; its connection is fine. */
export class SourceRefusal extends Error {
  /** @param mayPass the same request may succeed later */
  constructor(
    readonly reply: string,
    readonly mayPass = false,
  ) {
    super(reply);
    this.name = 'SourceRefusal';
  }
}

/** The reason why a connection ended, as something to reject with. */
export const asError = (error: unknown): Error =>
  error instanceof Error || types.isNativeError(error) ? error : new Error(String(error));

/** The server sends files from their beginning only. */
export class CannotResume extends Error {}

/** A connection can't be used any more, or was not opened; another one may succeed. */
export class ConnectionLost extends Error {
  readonly why: string;

  /** @param isFull the server has enough connections of ours */
  constructor(
    why: string,
    readonly isFull = false,
  ) {
    super(why);
    this.name = 'ConnectionLost';
    this.why = why.slice(0, SHOWN_MAX);
  }
}
