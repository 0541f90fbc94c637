import type { FileEntry } from '@sitedeck/contract';

export interface ListQuery {
  readonly path: string;
  readonly sort: 'name' | 'size' | 'mtime';
  readonly order: 'asc' | 'desc';
  readonly filter: string;
}

export interface Rows {
  readonly query: ListQuery;
  readonly total: number;
  readonly folders: number;
  readonly writable: boolean;
  /** Uid that owns the host's entries. */
  readonly ownerUid: number;
  /** The entry of a row; undefined while its page loads. */
  readonly at: (row: number) => FileEntry | undefined;
  /** Rows of the entries that are loaded, by their key. */
  readonly loaded: ReadonlyMap<string, number>;
  /** All entries are loaded. */
  readonly isComplete: boolean;
  /** Bytes of all files of the folder; undefined until all entries are loaded. */
  readonly bytes: number | undefined;
}

/** Two names that are not valid text may be displayed the same; no file name contains a slash. */
export const keyOf = ({ name, rawName }: FileEntry): string => (rawName === undefined ? name : `/${rawName}`);
