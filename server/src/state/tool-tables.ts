import type { ColumnType, Generated, Selectable } from 'kysely';
import type { HostCode, SITE_IMAGE_ORIGINS } from '@sitedeck/contract';

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

/** Tables of site moves and site images. */
export interface ToolTables {
  site_image: SiteImageTable;
  site_move: SiteMoveTable;
}
