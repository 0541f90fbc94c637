import type { ColumnType, Generated } from 'kysely';
import type { RemoteWeight, Traffic } from '@sitedeck/contract';

type CreationTime = ColumnType<Date, Date | undefined, never>;
/** jsonb. We serialize it ourselves, since the driver would turn arrays into PostgreSQL arrays. */
type Json<T> = ColumnType<T, string, string>;

export interface RemoteVersionTable {
  name: string;
  version: string;
  /** Stored unchanged; each reader validates it. */
  built: Json<unknown>;
  base: string;
  /** Digest over the hashes of all files: equal files have an equal digest. */
  digest: string;
  /** Size of its files, uncompressed. */
  bytes: number;
  weight: Json<RemoteWeight>;
  /** Name of the provider key, or `release`. */
  publisher: string;
  why: string;
  published_at: CreationTime;
  /** When its files were removed; its number stays taken. */
  collected_at: ColumnType<Date | null, undefined, Date | null>;
}

interface RemoteTrafficTable {
  name: string;
  revision: number;
  document: Json<Traffic>;
}

interface RemoteHistoryTable {
  id: Generated<number>;
  name: string;
  revision: number;
  at: CreationTime;
  who: string;
  what: string;
  why: string;
  /** The traffic after the change. */
  document: Json<Traffic>;
}

interface RemoteHealthTable {
  name: string;
  version: string;
  hour: Date;
  /** `load <upper bound in ms>` or `error <stage>`. */
  what: string;
  count: number;
}

interface LiveConsoleTable {
  shell: string;
  sdk: string;
  first_served: CreationTime;
  last_served: ColumnType<Date, Date | undefined, Date>;
}

/** Tables of the registry: versions, traffic, and counts of loads and errors. */
export interface RegistryTables {
  remote_version: RemoteVersionTable;
  remote_traffic: RemoteTrafficTable;
  remote_history: RemoteHistoryTable;
  remote_health: RemoteHealthTable;
  live_console: LiveConsoleTable;
}
