import type { ColumnType, Generated, Selectable } from 'kysely';
import type { HostCode, SitePath } from '@sitedeck/contract';

type Big = ColumnType<number, number, never>;

/** A version of an app that a task has put on a host. */
export interface InstalledAppTable {
  id: Generated<number>;
  host_code: HostCode;
  /** The task that put it there. */
  task_id: Big;
  state: ColumnType<'installing' | 'ready', 'installing' | 'ready' | undefined, 'ready'>;
  folder: SitePath;
  /** How its tables begin; null without a database. */
  prefix: string | null;
  /** Whether its setup program may have created tables; what begins with its prefix before is not its own. */
  setup_begun: Generated<boolean>;
  /** The catalogue's entry of the installed version. */
  entry: ColumnType<unknown, string, string>;
  /** SHA-256 of each of its files, by the path in its folder. */
  files: ColumnType<unknown, string, string>;
  installed_at: ColumnType<Date, Date | undefined, Date>;
  /** The task that updated or uninstalled it; null: it is in its folder. */
  ended_by: ColumnType<number | null, number | undefined, number | null>;
}
export type InstalledAppRow = Selectable<InstalledAppTable>;

/** The one catalogue of this installation, as it was read last. */
export interface AppCatalogueTable {
  only_row: ColumnType<boolean, true, never>;
  /** Folder or URL that it was read from. */
  place: string;
  /** The last index whose signature was right. */
  index: ColumnType<unknown, string | null, string | null>;
  read_at: Date | null;
  /** Reason and values of the fault that the last attempt ended with. */
  failure: ColumnType<unknown, string | null, string | null>;
}

export interface AppTables {
  app_catalogue: AppCatalogueTable;
  installed_app: InstalledAppTable;
}
