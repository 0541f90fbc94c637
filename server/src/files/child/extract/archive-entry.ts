import type { FaultReason, NAME_ENCODINGS, UnpackFormat } from '@sitedeck/contract';
import type { Name } from '../tree/walk';

export type NameEncoding = (typeof NAME_ENCODINGS)[number];

/** One entry as its archive tells it; nothing of it is believed yet. */
export interface ArchiveEntry {
  readonly kind: 'file' | 'folder' | 'link' | 'hardlink' | 'other';
  /** Path as written; bytes where they are no UTF-8 and no encoding was asked for. */
  readonly path: Name;
  /** Unpacked bytes; undefined where only unpacking tells. */
  readonly size: number | undefined;
  /** Permission bits; set-uid and its like are dropped when it is written. */
  readonly mode: number;
  readonly mtimeMs: number;
  /** Where a link points, or the entry a hard link names. */
  readonly target?: Name;
}

export interface EntryRefused {
  readonly path: string;
  readonly reason: FaultReason;
}

/** What is known of an archive before its entries. */
export interface ArchiveFacts {
  readonly format: UnpackFormat;
  /** What names were read as; null where the format says it itself. */
  readonly names: NameEncoding | null;
}

/** Paths are shown, kept in task rows and sent over links that limit a line's parts. */
const SHOWN_MAX = 200;

export function shown(path: Name): string {
  const text = path.toString();
  return text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX - 1)}…`;
}
