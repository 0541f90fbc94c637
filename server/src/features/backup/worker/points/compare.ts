import { COMPARE_MAX } from '@sitedeck/contract';
import { killGroup, start } from '#system/process/exec';
import { Refusal } from '#faults/refusal';
import { SITE_FOLDERS } from '#system/restic/back-up-files';
import { readSnapshot, type SnapshotNode } from '#system/restic/snapshot-tree';
import type { Browsed } from './browse';
import { ownerOf, type BackupWork } from '../backup-work';
import { readyPoint } from '#features/backup/point-store';
import { readHost } from '#sites/live-hosts';

/** Entries of either side that are held against one another at once. */
const ENTRIES_MAX = 300_000;
const PIECE_MAX = 64 * 1024;
/** Type, size, whole seconds of its last change, mode, path; a NUL ends each. */
const FORMAT = '%y %s %T@ %m %p\\0';

/** What two entries have to share to be the same: type, size, second of the last change, mode. */
type Mark = string;

const isBelow = (path: string, folder: string): boolean => folder === '/' || path.startsWith(`${folder}/`);

const TYPES: Readonly<Record<SnapshotNode['type'], string>> = {
  file: 'f',
  folder: 'd',
  link: 'l',
  other: 'o',
};

/** A folder is the same while it is one: what changed in it is told by itself. */
function markOf({ type, size, mtime, mode }: Pick<SnapshotNode, 'type' | 'size' | 'mtime' | 'mode'>): Mark {
  if (type === 'folder') return `d ${mode}`;
  if (type === 'link') return `l ${Math.floor(mtime / 1000)}`;
  return `${TYPES[type]} ${size} ${Math.floor(mtime / 1000)} ${mode}`;
}

function liveEntry(text: string): { path: string; mark: Mark } | undefined {
  const match = /^(\S) (\d+) (\d+)\.?\d* (\d+) (.*)$/s.exec(text);
  if (!match) return undefined;
  const [, kind, size, seconds, mode, path = ''] = match;
  const type = kind === 'f' ? 'file' : kind === 'd' ? 'folder' : kind === 'l' ? 'link' : 'other';
  const facts = {
    type,
    size: Number(size),
    mtime: Number(seconds) * 1000,
    mode: parseInt(mode ?? '0', 8) & 0o777,
  } as const;
  return { path: `/${path}`, mark: markOf(facts) };
}

interface Listing {
  readonly root: string;
  readonly identity: ReturnType<typeof ownerOf>;
  readonly signal: AbortSignal;
  readonly onEntry: (path: string, mark: Mark) => void;
}

/** The tree as the host itself sees it: root looks at nothing that the host could swap meanwhile. */
async function listNow({ root, identity, signal, onEntry }: Listing): Promise<void> {
  const child = start(
    { file: 'find', args: ['-P', ...SITE_FOLDERS, '-mindepth', '1', '-printf', FORMAT] },
    { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], ...(identity && { identity }) },
  );
  const kill = () => killGroup(child.pid, 'SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  let failure: Error | undefined;
  const guarded = (line: Buffer) => {
    const entry = liveEntry(line.toString('utf8'));
    if (!entry || failure !== undefined) return;
    try {
      onEntry(entry.path, entry.mark);
    } catch (error) {
      failure = error instanceof Error ? error : new Error('stopped');
      kill();
    }
  };
  try {
    child.stdout?.on('data', nulLines(guarded, kill));
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => resolve());
    });
    signal.throwIfAborted();
    if (failure !== undefined) throw failure;
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

/** Cuts at NULs, since names hold line ends. */
function nulLines(onPiece: (piece: Buffer) => void, overflow: () => void): (chunk: Buffer) => void {
  let held = Buffer.alloc(0);
  return (chunk) => {
    held = Buffer.concat([held, chunk]);
    let from = 0;
    for (let at = held.indexOf(0); at !== -1; at = held.indexOf(0, from)) {
      onPiece(held.subarray(from, at));
      from = at + 1;
    }
    held = held.subarray(from);
    if (held.length > PIECE_MAX) overflow();
  };
}

class Difference {
  count = 0;
  readonly paths: string[] = [];

  add(path: string): void {
    this.count += 1;
    if (this.paths.length < COMPARE_MAX) this.paths.push(path);
  }

  sorted() {
    return { count: this.count, paths: this.paths.sort() };
  }
}

/** What came, changed and went below a folder since a point. Refuses `backup-compare-large`. */
export async function compare(work: BackupWork, asked: Browsed, signal: AbortSignal) {
  const { hostCode, point, path } = asked;
  const [row, host] = await Promise.all([readyPoint(work.db, hostCode, point), readHost(work.db, hostCode)]);
  const snapshot = row.files_snapshot;
  if (!host) throw new Refusal('host-gone');
  if (snapshot === null) throw new Refusal('backup-lacks-part');
  const before = new Map<string, Mark>();
  await work.repositories.use(hostCode, (repository) =>
    readSnapshot(repository, {
      snapshot,
      signal,
      onNode: (node) => {
        const isSite = SITE_FOLDERS.some((name) => node.path.startsWith(`/${name}/`));
        if (!isSite || !isBelow(node.path, path)) return;
        if (before.size < ENTRIES_MAX) before.set(node.path, markOf(node));
        else before.set('', 'too many');
      },
    }),
  );
  if (before.has('')) throw new Refusal('backup-compare-large');
  const [added, changed, removed] = [new Difference(), new Difference(), new Difference()];
  let [same, seen] = [0, 0];
  await listNow({
    root: work.rootOf(hostCode),
    identity: ownerOf(work, host),
    signal,
    onEntry: (name, mark) => {
      if (!isBelow(name, path)) return;
      seen += 1;
      if (seen > ENTRIES_MAX) throw new Refusal('backup-compare-large');
      const was = before.get(name);
      before.delete(name);
      if (was === undefined) added.add(name);
      else if (was !== mark) changed.add(name);
      else same += 1;
    },
  });
  for (const name of before.keys()) removed.add(name);
  return { added: added.sorted(), changed: changed.sorted(), removed: removed.sorted(), same };
}
