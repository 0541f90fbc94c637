import type { Logger } from 'pino';
import type { HostCode, ScanEngineState, ScanVerdict } from '@sitedeck/contract';
import type { FileService } from '#files/link/protocol';
import type { HostFacts } from '#sites/host-scope';
import type { Db } from '#state/db';
import type { Identity } from '#system/process/identity';
import type { OriginalFiles } from './originals';

/** A file as the scanner gets it. */
export interface ScanInput {
  /** Its path, as text. */
  readonly name: string;
  /** Its first bytes, or all of it. */
  readonly bytes: Buffer;
  /** Bytes of the file. */
  readonly size: number;
}

/** Judges files by their content; knows nothing of hosts. */
export interface Scanner {
  /** One verdict for each file, in their order. */
  scan(files: readonly ScanInput[], signal: AbortSignal): Promise<readonly ScanVerdict[]>;
  close(): Promise<void>;
}

/** What the worker of a node needs to scan sites and to act on what was found. */
export interface ScanTools {
  readonly db: Db;
  readonly files: FileService;
  readonly log: Logger;
  readonly engine: () => Promise<ScanEngineState>;
  /** Differs when the rules have changed, so that every file is read again. */
  readonly rulesVersion: () => Promise<string>;
  /** Refuses with `scan-engine-missing`. */
  readonly openScanner: () => Promise<Scanner>;
  /** The files of the host's installed apps. */
  readonly originalsOf: (hostCode: HostCode) => Promise<readonly OriginalFiles[]>;
  /** Which files of a host were clean: `<host>/known`. Only root may enter. */
  readonly knownFolder: string;
  /** Files in quarantine: `<host>/<id>`. Only root may enter. */
  readonly quarantine: string;
  readonly rootOf: (hostCode: HostCode) => string;
  readonly ownerOf: (host: Pick<HostFacts, 'uid'>) => Identity | undefined;
  /** Folder of the sockets on which bytes are handed over to a host's child. */
  readonly handoverOf: (hostCode: HostCode) => string;
  readonly logsOf: (hostCode: HostCode) => string;
  /** Removes cached replies of a host from the edge. */
  readonly purge: (hostCode: HostCode) => Promise<void>;
  readonly now: () => number;
}
