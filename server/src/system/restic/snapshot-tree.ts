import { z } from 'zod';
import { jsonLine } from './json-line';
import { LOOKING, type Repository } from './repository';
import { runRestic } from './run-restic';

const Node = z.object({
  struct_type: z.literal('node'),
  name: z.string(),
  type: z.string(),
  path: z.string(),
  uid: z.number().default(0),
  size: z.number().default(0),
  mode: z.number().default(0),
  mtime: z.string(),
});

export interface SnapshotNode {
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

const TYPES: Readonly<Record<string, SnapshotNode['type']>> = {
  file: 'file',
  dir: 'folder',
  symlink: 'link',
};

function nodeOf(line: string): SnapshotNode | undefined {
  const { data } = Node.safeParse(jsonLine(line));
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

interface Look {
  readonly snapshot: string;
  readonly signal: AbortSignal;
  /** Only this folder with what lies in it; else the whole tree. */
  readonly folder?: string | undefined;
  /** With all that lies below that folder. */
  readonly isDeep?: boolean;
  readonly onNode: (node: SnapshotNode) => void;
}

/** Tells every node of a snapshot, or of one folder of it: names that are not UTF-8 come with U+FFFD in them. */
export async function readSnapshot(repository: Repository, look: Look): Promise<void> {
  const { snapshot, signal, folder, isDeep = folder === undefined, onNode } = look;
  const depth = isDeep ? ['--recursive'] : [];
  await runRestic(repository, {
    args: ['ls', ...LOOKING, '--json', ...depth, '--', snapshot, ...(folder === undefined ? [] : [folder])],
    signal,
    onLine: (line) => {
      const node = nodeOf(line);
      if (node) onNode(node);
    },
  });
}
