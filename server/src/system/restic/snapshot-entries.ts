import { z } from 'zod';
import { parseJsonLine } from './restic-output';
import { NO_LOCK, type Repository } from './repository';
import { runRestic } from './run-restic';

const Entry = z.object({
  struct_type: z.literal('node'),
  name: z.string(),
  type: z.string(),
  path: z.string(),
  uid: z.number().default(0),
  size: z.number().default(0),
  mode: z.number().default(0),
  mtime: z.string(),
});

export interface SnapshotEntry {
  readonly name: string;
  readonly path: string;
  readonly type: 'file' | 'folder' | 'link' | 'other';
  readonly uid: number;
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  /** Milliseconds since 1970. */
  readonly mtime: number;
}

const TYPES: Readonly<Record<string, SnapshotEntry['type']>> = {
  file: 'file',
  dir: 'folder',
  symlink: 'link',
};

function parseEntry(line: string): SnapshotEntry | undefined {
  const { data } = Entry.safeParse(parseJsonLine(line));
  if (!data) return undefined;
  const { name, path, uid, size, mode, mtime } = data;
  const type = TYPES[data.type] ?? 'other';
  return {
    name,
    path,
    uid,
    type,
    size: type === 'file' ? size : 0,
    mode: mode & 0o777,
    mtime: Date.parse(mtime),
  };
}

interface EntriesRequest {
  readonly snapshot: string;
  readonly signal: AbortSignal;
  /** Reads only this folder and its direct entries; the entire tree if absent. */
  readonly folder?: string | undefined;
  /** Reads everything below the folder, too. */
  readonly isDeep?: boolean;
  readonly onEntry: (node: SnapshotEntry) => void;
}

/** Reads the entries of a snapshot or of one folder. In names that are not UTF-8, U+FFFD replaces the invalid bytes. */
export async function readEntries(repository: Repository, request: EntriesRequest): Promise<void> {
  const { snapshot, signal, folder, isDeep = folder === undefined, onEntry } = request;
  const depth = isDeep ? ['--recursive'] : [];
  await runRestic(repository, {
    args: ['ls', ...NO_LOCK, '--json', ...depth, '--', snapshot, ...(folder === undefined ? [] : [folder])],
    signal,
    onLine: (line) => {
      const entry = parseEntry(line);
      if (entry) onEntry(entry);
    },
  });
}
