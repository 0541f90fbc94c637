import type { HostCode, StagingNoDatabase } from '@sitedeck/contract';
import type { FileService } from '#files/link/protocol';
import type { HostFacts } from '#sites/host-scope';
import type { SiteReplacer } from '#sites/worker/replace-site';
import type { Db } from '#state/db';
import type { MutexPerKey } from '#system/concurrency/mutex';
import type { HostDatabase } from '#system/mariadb/connection/server';
import type { Identity } from '#system/process/identity';

export interface TablesCopy {
  /** Table prefixes of the site. */
  readonly prefixes: readonly string[];
  /** Host names that are replaced. */
  readonly names: readonly string[];
  /** What takes their place: scheme and host name. */
  readonly url: string;
  readonly signal: AbortSignal;
  readonly onTable: (done: number, table: string) => void;
}

/** What staging copies need of a node's databases: the feature `database` has it (`staging-tables.ts`). */
export interface StagingDatabases {
  has(hostCode: HostCode): Promise<boolean>;
  access(hostCode: HostCode): Promise<HostDatabase>;
  inspect(hostCode: HostCode): Promise<{
    /** Why the site's tables can't be copied. */
    readonly why: StagingNoDatabase | undefined;
    /** Bytes of the site's tables. */
    readonly bytes: number;
    /** Bytes that the quota still takes; null: no limit. */
    readonly free: number | null;
    /** Tables under the prefix of staging copies. */
    readonly staging: number;
  }>;
  /** The tables of the copy. */
  figures(hostCode: HostCode): Promise<{ readonly tables: number; readonly bytes: number }>;
  /** The URL that most rows of the site contain; undefined: none of its names is found. */
  siteUrl(hostCode: HostCode, names: readonly string[]): Promise<string | undefined>;
  copyIn(hostCode: HostCode, copy: TablesCopy): Promise<void>;
  /** Afterwards the database is as before or as in the copy, nothing in between. */
  pushOut(hostCode: HostCode, copy: TablesCopy): Promise<void>;
  drop(hostCode: HostCode): Promise<void>;
  /** Completes or takes back what a lost worker left. */
  settle(hostCode: HostCode): Promise<void>;
}

/** What the worker of a node needs to make, push and remove staging copies. */
export interface StagingTools {
  readonly db: Db;
  readonly node: string;
  readonly files: FileService;
  readonly rootOf: (hostCode: HostCode) => string;
  /** The owner of a host's files; undefined: all hosts share our uid. */
  readonly ownerOf: (host: Pick<HostFacts, 'uid'>) => Identity | undefined;
  /** A folder that only root can enter, on the disk of the hosts' trees. */
  readonly scratch: string;
  /** Mount points of read-only views of sites. */
  readonly views: string;
  /** Undefined: the node has no databases. */
  readonly databases: StagingDatabases | undefined;
  /** Replaces the database's password in files, and reports those in which that was not possible. */
  readonly passwords: {
    readonly find: (host: HostFacts, request: PasswordSearch) => Promise<readonly string[]>;
    readonly replace: (
      host: HostFacts,
      change: { readonly previous: string; readonly password: string; readonly paths: readonly string[] },
    ) => Promise<readonly string[]>;
  };
  readonly replacer: SiteReplacer;
  /** Host names under which visitors reach a site, with a port that is not the standard one. */
  readonly addressesOf: (host: HostFacts) => readonly string[];
  /** URL of a host's site that works without a domain. */
  readonly addressOf: (host: Pick<HostFacts, 'code'>) => string;
  /** Applies the sites; refuses with `config-refused` if the engines refuse this one. */
  readonly applySites: (hostCode: HostCode) => Promise<void>;
  /** Ends the programs that would not see a new folder of their host. */
  readonly showFolder: (hostCode: HostCode) => Promise<void>;
  /** Removals of one host run one after another. */
  readonly removals: MutexPerKey<HostCode>;
}

export interface PasswordSearch {
  readonly text: string;
  readonly signal: AbortSignal;
}
