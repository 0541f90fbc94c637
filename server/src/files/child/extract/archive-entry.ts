import type { FaultReason, NAME_ENCODINGS, UnpackFormat } from '@sitedeck/contract';
import type { Name } from '../tree/walk';

export type NameEncoding = (typeof NAME_ENCODINGS)[number];

/** One entry as the archive describes it, not checked yet. */
export interface ArchiveEntry {
  readonly type: 'file' | 'folder' | 'link' | 'hardlink' | 'other';
  /** Path as written; bytes if it is not UTF-8 and no encoding was requested. */
  readonly path: Name;
  /** Unpacked bytes; undefined if they are only known after unpacking. */
  readonly size: number | undefined;
  /** Permission bits; set-uid, set-gid and sticky bits are dropped when it is written. */
  readonly mode: number;
  readonly mtimeMs: number;
  /** Target of a link, or the entry that a hard link names. */
  readonly target?: Name;
}

export interface EntryRefused {
  readonly path: string;
  readonly reason: FaultReason;
}

/** What is known about an archive besides its entries. */
export interface ArchiveFacts {
  readonly format: UnpackFormat;
  /** Encoding used for names; null if the format defines it. */
  readonly names: NameEncoding | null;
}

/** Paths are cut to this length: they are shown, stored in task rows and sent over links. */
const SHOWN_MAX = 200;

export function shortenPath(path: Name): string {
  const text = path.toString();
  return text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX - 1)}…`;
}
