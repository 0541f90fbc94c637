import type { ColumnType, Generated, Selectable } from 'kysely';
import type { HostCode, ScanFile } from '@sitedeck/contract';

type Big = ColumnType<number, number, number>;
type TimeOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** A file with findings, or one that could not be analysed. */
export interface ScanFileTable {
  id: Generated<number>;
  host_code: HostCode;
  /** From the host's root; names need not be UTF-8. */
  path: Buffer;
  /** The same as text, to be shown and searched. */
  shown_path: string;
  /** A file has one row that is `open` or `quarantined`, and further ones of its past. */
  state: ColumnType<ScanFile['state'], ScanFile['state'] | undefined, ScanFile['state']>;
  severity: ScanFile['severity'];
  findings: ColumnType<unknown, string, string>;
  unknown: ScanFile['unknown'];
  size: Big;
  modified_at: Date;
  /** SHA-256 of what was read of it, in hexadecimal. */
  hash: string;
  first_seen_at: ColumnType<Date, Date | undefined, Date>;
  /** The task that saw it last. */
  seen_by: number;
  acted_at: TimeOrNull;
  reason: ColumnType<string, string | undefined, string>;
  /** The copy in quarantine: its hash, rights and time; null if there is none. */
  kept: ColumnType<unknown, string | null | undefined, string | null>;
}
export type ScanFileRow = Selectable<ScanFileTable>;

/** The last scan of a host, and when the next one is due. */
export interface ScanHostTable {
  host_code: HostCode;
  /** Null: never set. */
  schedule: ColumnType<unknown, string | null | undefined, string | null>;
  next_at: TimeOrNull;
  /** Arrivals up to this time have been scanned, or need not be; null: the owner wants none scanned. */
  arrivals_from: TimeOrNull;
  last: ColumnType<unknown, string | null | undefined, string | null>;
}

/** The web-shell scan. */
export interface ScanTables {
  scan_file: ScanFileTable;
  scan_host: ScanHostTable;
}
