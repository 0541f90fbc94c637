import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import type { HostFacts } from '#sites/host-scope';
import type { Db } from '#state/db';
import type { FileService } from '#files/link/protocol';
import { hostIdentity, type Identity, type Isolation } from '#system/process/identity';
import type { DumpRequest } from '#system/mariadb/dump/dump';
import type { Gap } from '#system/mariadb/dump/gaps';
import type { ReplaceRequest, ReplaceResult } from '#system/mariadb/swap/replace-database';
import type { SwapTarget } from '#system/mariadb/swap/swap';
import type { BackupPaths } from '#system/restic/backup-paths';
import type { Repositories } from './repository/repositories';

/** What backups need of a node's databases: the feature `database` has them (`node-databases.ts`). */
export interface BackupDatabases {
  /** Whether a host has a database that can be dumped. */
  has(hostCode: HostCode): Promise<boolean>;
  /** Resolves to what could not be read and was left out; rejects, without ending `output`, if the dump is incomplete. */
  dump(hostCode: HostCode, request: Omit<DumpRequest, 'database'>): Promise<readonly Gap[]>;
  /** Reads a dump to its end without running it, and refuses what `replace` would refuse. */
  checkDump(source: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void>;
  /** Afterwards the database is as before or as in the dump, nothing in between. */
  replace(
    hostCode: HostCode,
    request: Omit<ReplaceRequest, keyof SwapTarget | 'quota'>,
  ): Promise<Pick<ReplaceResult, 'lost'>>;
}

/** What the worker of a node needs to make and restore backups. */
export interface BackupTools {
  readonly db: Db;
  readonly repositories: Repositories;
  readonly paths: BackupPaths;
  readonly isolation: Isolation;
  readonly rootOf: (hostCode: HostCode) => string;
  readonly files: FileService;
  /** Absent if the node has no database engine. */
  readonly databases?: BackupDatabases | undefined;
  /** Private networks that targets may be in. */
  readonly allowed: readonly string[];
  /** Addresses of this machine, which targets must not have. */
  readonly own: readonly string[];
  /** Ends the processes that hold a host's old folders, after these were swapped. */
  readonly endTreeHolders: (hostCode: HostCode) => Promise<void>;
  readonly now: () => number;
}

/** The owner of a host's files; undefined if all hosts share our uid. */
export const ownerOf = ({ isolation }: BackupTools, { uid }: Pick<HostFacts, 'uid'>): Identity | undefined =>
  isolation.is === 'separate' ? hostIdentity(isolation, uid) : undefined;

/** A task keeps its files and its progress marks here; only root can open it. */
export const taskFolder = ({ paths }: BackupTools, hostCode: HostCode, taskId: number): string =>
  join(paths.restores, hostCode, String(taskId));
