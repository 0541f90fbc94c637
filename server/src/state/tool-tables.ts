import type { ColumnType, Generated, Selectable } from 'kysely';
import type { HostCode, SITE_IMAGE_ORIGINS, SitePath, StagingNoDatabase } from '@sitedeck/contract';

/** Result of a site move. */
export interface SiteMoveTable {
  task_id: number;
  result: ColumnType<unknown, string, string>;
}

/** An image of a site, as a file on the host's node. */
export interface SiteImageTable {
  id: Generated<number>;
  host_code: HostCode;
  /** The task that makes it, or did. */
  task_id: number;
  state: ColumnType<'creating' | 'ready', 'creating' | undefined, 'ready'>;
  origin: (typeof SITE_IMAGE_ORIGINS)[number];
  name: string;
  note: string;
  /** Bytes of the file. */
  size: ColumnType<number, number | undefined, number>;
  /** Files that could not be read. */
  missed: ColumnType<number, number | undefined, number>;
  /** Set in the state `ready`. */
  manifest: ColumnType<unknown, string | undefined, string>;
  /** In the wire form of site images; set in the state `ready`. */
  configuration: ColumnType<unknown, string | undefined, string>;
}
export type SiteImageRow = Selectable<SiteImageTable>;

/** The staging copy of a site. */
export interface StagingTable {
  host_code: HostCode;
  /** The task that makes it, or did; null until it has begun. */
  task_id: ColumnType<number | null, null, number>;
  state: ColumnType<'creating' | 'ready' | 'removing', 'creating', 'ready' | 'removing'>;
  /** A line of the password file of its preview address. */
  login: string;
  created_at: ColumnType<Date, undefined, Date>;
  /** Address of the live site that its tables had. */
  live_url: ColumnType<string | null, undefined, string | null>;
  /** Why it has no tables; null: it has. */
  no_database: ColumnType<StagingNoDatabase | null, undefined, StagingNoDatabase | null>;
  /** Table prefixes of the live site. */
  prefixes: ColumnType<readonly string[], undefined, string>;
  configured: ColumnType<readonly SitePath[], undefined, string>;
  cut_off: ColumnType<readonly SitePath[], undefined, string>;
}
export type StagingRow = Selectable<StagingTable>;

/** Tables of site moves, site images and staging copies. */
export interface ToolTables {
  site_image: SiteImageTable;
  site_move: SiteMoveTable;
  staging: StagingTable;
}
