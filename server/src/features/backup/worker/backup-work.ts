import type { Readable, Writable } from 'node:stream';
import type { HostCode } from '@sitedeck/contract';
import type { HostFacts } from '#sites/host-scope';
import type { Db } from '#state/db';
import type { FileService } from '#files/link/protocol';
import { hostIdentity, type Identity, type Isolation } from '#system/process/identity';
import type { Gap } from '#system/mariadb/dump/gaps';
import type { Replaced } from '#system/mariadb/swap/replace-database';
import type { BackupPlaces } from '#system/restic/backup-places';
import type { Repositories } from './repository/repositories';

/** What a node's database engine does for backups. */
export interface BackupDatabases {
  /** Whether a host has a database that can be dumped. */
  has(hostCode: HostCode): Promise<boolean>;
  /** Ends `output` when the dump is complete, and rejects otherwise. Resolves to what can't be read and is left out. */
  dump(
    hostCode: HostCode,
    wish: {
      readonly output: Writable;
      readonly signal: AbortSignal;
      readonly onBytes: (bytes: number) => void;
    },
  ): Promise<readonly Gap[]>;
  /** Reads a dump to its end without running it, and refuses what `replace` would refuse. */
  judge(source: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void>;
  /** Makes the database what a dump of ours holds: as before or as in the dump, nothing between. */
  replace(
    hostCode: HostCode,
    wish: {
      readonly input: Readable;
      /** Of all that is loaded, where they are known. */
      readonly bytes?: number;
      readonly signal: AbortSignal;
      readonly onBytes: (bytes: number) => void;
      /** Only this one. */
      readonly table?: string | undefined;
      /** Runs once all is loaded and before anything of the database changes; where it fails, nothing has changed. */
      readonly beforeSwap?: (() => Promise<void>) | undefined;
    },
  ): Promise<Pick<Replaced, 'lost'>>;
}

/** What the worker of a node makes and restores backups with. */
export interface BackupWork {
  readonly db: Db;
  readonly repositories: Repositories;
  readonly places: BackupPlaces;
  readonly isolation: Isolation;
  readonly rootOf: (hostCode: HostCode) => string;
  readonly files: FileService;
  /** Absent where the node has no database engine. */
  readonly databases?: BackupDatabases | undefined;
  /** Networks that targets may lie in although they are not public, and addresses of this machine, which they may not. */
  readonly allowed: readonly string[];
  readonly own: readonly string[];
  /** The trees of a host have just been exchanged: whoever holds the old ones lets go. */
  readonly onSwapped: (hostCode: HostCode) => Promise<void>;
  readonly now: () => number;
}

/** Whose files a host's are; undefined where all are ours. */
export const ownerOf = ({ isolation }: BackupWork, { uid }: Pick<HostFacts, 'uid'>): Identity | undefined =>
  isolation.is === 'separate' ? hostIdentity(isolation, uid) : undefined;
