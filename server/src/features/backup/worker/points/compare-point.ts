import { COMPARE_MAX } from '@sitedeck/contract';
import { killGroup, start } from '#system/process/exec';
import { Refusal } from '#faults/refusal';
import { SITE_FOLDERS } from '#system/site/host-entries';
import { readEntries, type SnapshotEntry } from '#system/restic/snapshot-entries';
import type { PointFolder } from '#features/backup/protocol';
import { ownerOf, type BackupTools } from '../tools';
import { readyPoint } from '#features/backup/point-store';
import { readHost } from '#sites/live-hosts';

/** Most entries on either side of a comparison: the entries of the point are held in memory. */
const ENTRIES_MAX = 300_000;
const ENTRY_MAX_BYTES = 64 * 1024;
/** Type, size, modification time in seconds, mode and path of an entry, ended by a NUL. */
const FORMAT = '%y %s %T@ %m %p\\0';

/** Two entries with the same fingerprint count as equal: type, size, second of the last change, mode. */
type Fingerprint = string;

const isBelow = (path: string, folder: string): boolean => folder === '/' || path.startsWith(`${folder}/`);

const TYPES: Readonly<Record<SnapshotEntry['type'], string>> = {
  file: 'f',
  folder: 'd',
  link: 'l',
  other: 'o',
};

/** A folder counts as equal unless its mode changed: changed entries in it are reported themselves. */
function fingerprintOf({
  type,
  size,
  mtime,
  mode,
}: Pick<SnapshotEntry, 'type' | 'size' | 'mtime' | 'mode'>): Fingerprint {
  if (type === 'folder') return `d ${mode}`;
  if (type === 'link') return `l ${Math.floor(mtime / 1000)}`;
  return `${TYPES[type]} ${size} ${Math.floor(mtime / 1000)} ${mode}`;
}

function parseFoundEntry(text: string): { path: string; fingerprint: Fingerprint } | undefined {
  const match = /^(\S) (\d+) (\d+)\.?\d* (\d+) (.*)$/s.exec(text);
  if (!match) return undefined;
  const [, letter, size, seconds, mode, path = ''] = match;
  const type = letter === 'f' ? 'file' : letter === 'd' ? 'folder' : letter === 'l' ? 'link' : 'other';
  const facts = {
    type,
    size: Number(size),
    mtime: Number(seconds) * 1000,
    mode: parseInt(mode ?? '0', 8) & 0o777,
  } as const;
  return { path: `/${path}`, fingerprint: fingerprintOf(facts) };
}

interface Listing {
  readonly root: string;
  readonly identity: ReturnType<typeof ownerOf>;
  readonly signal: AbortSignal;
  readonly onEntry: (path: string, fingerprint: Fingerprint) => void;
}

/** Lists the live tree under the host's uid: the host could swap a folder for a link while root reads. */
async function listLiveTree({ root, identity, signal, onEntry }: Listing): Promise<void> {
  const child = start(
    { file: 'find', args: ['-P', ...SITE_FOLDERS, '-mindepth', '1', '-printf', FORMAT] },
    { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], ...(identity && { identity }) },
  );
  const kill = () => killGroup(child.pid, 'SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  let failure: Error | undefined;
  const guarded = (line: Buffer) => {
    const entry = parseFoundEntry(line.toString('utf8'));
    if (!entry || failure !== undefined) return;
    try {
      onEntry(entry.path, entry.fingerprint);
    } catch (error) {
      failure = error instanceof Error ? error : new Error('stopped');
      kill();
    }
  };
  try {
    child.stdout?.on('data', splitAtNul(guarded, kill));
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

/** Splits at NULs, since file names may contain line feeds. */
function splitAtNul(onEntry: (entry: Buffer) => void, onOverflow: () => void): (chunk: Buffer) => void {
  let buffered = Buffer.alloc(0);
  return (chunk) => {
    buffered = Buffer.concat([buffered, chunk]);
    let from = 0;
    for (let at = buffered.indexOf(0); at !== -1; at = buffered.indexOf(0, from)) {
      onEntry(buffered.subarray(from, at));
      from = at + 1;
    }
    buffered = buffered.subarray(from);
    if (buffered.length > ENTRY_MAX_BYTES) onOverflow();
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

/** Lists what was added, changed and removed below a folder since a point. Refuses with `backup-compare-large`. */
export async function comparePoint(
  tools: BackupTools,
  { hostCode, point, path }: PointFolder,
  signal: AbortSignal,
) {
  const [row, host] = await Promise.all([
    readyPoint(tools.db, hostCode, point),
    readHost(tools.db, hostCode),
  ]);
  const snapshot = row.files_snapshot;
  if (!host) throw new Refusal('host-gone');
  if (snapshot === null) throw new Refusal('backup-lacks-part');
  const before = new Map<string, Fingerprint>();
  await tools.repositories.useShared(hostCode, (repository) =>
    readEntries(repository, {
      snapshot,
      signal,
      onEntry: (entry) => {
        const isSite = SITE_FOLDERS.some((name) => entry.path.startsWith(`/${name}/`));
        if (!isSite || !isBelow(entry.path, path)) return;
        if (before.size < ENTRIES_MAX) before.set(entry.path, fingerprintOf(entry));
        else before.set('', 'too many');
      },
    }),
  );
  if (before.has('')) throw new Refusal('backup-compare-large');
  const [added, changed, removed] = [new Difference(), new Difference(), new Difference()];
  let [same, seen] = [0, 0];
  await listLiveTree({
    root: tools.rootOf(hostCode),
    identity: ownerOf(tools, host),
    signal,
    onEntry: (name, fingerprint) => {
      if (!isBelow(name, path)) return;
      seen += 1;
      if (seen > ENTRIES_MAX) throw new Refusal('backup-compare-large');
      const was = before.get(name);
      before.delete(name);
      if (was === undefined) added.add(name);
      else if (was !== fingerprint) changed.add(name);
      else same += 1;
    },
  });
  for (const name of before.keys()) removed.add(name);
  return { added: added.sorted(), changed: changed.sorted(), removed: removed.sorted(), same };
}
