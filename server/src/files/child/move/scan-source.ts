import { createHash } from 'node:crypto';
import { MOVE_FAILED_MAX, MOVE_LISTED_MAX, type FaultReason } from '@sitedeck/contract';
import { isRefusal, Refusal } from '#faults/refusal';
import { DEPTH_MAX } from '../tree/site-path';
import { isUtf8, joinRaw } from './raw-names';
import type { SessionPool } from './session-pool';
import {
  ConnectionLost,
  shownReply,
  SourceRefusal,
  type RawName,
  type SourceEntry,
  type SourceSession,
} from './source';
import { LeftOut, SourceFolder, type SourceTree } from './source-tree';
import type { WantedPaths } from './wanted-paths';
import { WorkQueue } from './work-queue';

/** Lost connections while one folder is listed, before it counts as failed. */
const LOSSES_MAX = 5;
/** The same listing this often on one path: a loop of links that the server follows. */
const REPEATS_MAX = 2;
const NAME_MAX = 255;
const PATH_MAX = 4096;

export interface ScanJob {
  readonly pool: SessionPool;
  readonly entriesMax: number;
  /** Components of the target folder. */
  readonly depthBefore: number;
  readonly wanted: WantedPaths;
  /** Called with the files and bytes found so far. */
  readonly found: (files: number, bytes: number, folder: RawName) => void;
  /** Stops what runs. */
  readonly stop: (error: unknown) => void;
}

/** A folder above, for the recognition of loops. */
interface Above {
  readonly digest: string;
  readonly identity: string | undefined;
  readonly above: Above | undefined;
}

interface Pending {
  readonly folder: SourceFolder;
  /** Below the root; empty for the root. */
  readonly path: RawName;
  readonly depth: number;
  readonly identity: string | undefined;
  readonly above: Above | undefined;
}

/** Reason why a name can't be brought in; undefined: it can. */
function refusedName(name: RawName): FaultReason | undefined {
  if (name.includes('/')) return 'move-name-invalid';
  // A line break would be a second command.
  if (/[\0\r\n]/.test(name)) return 'move-name-invalid';
  return name.length > NAME_MAX ? 'bad-name' : undefined;
}

const isDot = (name: RawName): boolean => name === '' || name === '.' || name === '..';

class Scan {
  files = 0;
  bytes = 0;
  isUtf8 = true;
  readonly root = new SourceFolder();
  readonly refused = new LeftOut<FaultReason>(MOVE_LISTED_MAX);
  readonly failed = new LeftOut<string>(MOVE_FAILED_MAX);
  private seen = 0;
  private readonly queue: WorkQueue<Pending>;

  constructor(private readonly job: ScanJob) {
    const first = {
      folder: this.root,
      path: '',
      depth: job.depthBefore,
      identity: undefined,
      above: undefined,
    };
    this.queue = new WorkQueue<Pending>([first]);
  }

  async run(): Promise<SourceTree> {
    const { pool, stop } = this.job;
    const [path, lanes] = await pool.use(
      async (session) => [session.facts.root, pool.lanesOf(session)] as const,
    );
    await this.queue.drain(lanes, (pending) => this.listFolder(pending, path), stop);
    const { root, files, bytes, isUtf8, refused, failed } = this;
    return { root, path, files, bytes, isUtf8, refused, failed };
  }

  private async listFolder(pending: Pending, root: RawName): Promise<void> {
    for (let losses = 1; ; losses += 1) {
      try {
        const entries = await this.job.pool.use((session) => this.entriesOf(session, pending, root));
        return this.take(pending, entries);
      } catch (error) {
        if (error instanceof ConnectionLost && losses < LOSSES_MAX) continue;
        if (!(error instanceof ConnectionLost || error instanceof SourceRefusal)) throw error;
        if (pending.path === '') throw this.rootFailed(error, root);
        return this.failed.add(pending.path, error.message);
      }
    }
  }

  /** The login has succeeded, so the server is not unreachable. */
  private rootFailed(error: SourceRefusal | ConnectionLost, root: RawName): Refusal {
    const { server } = this.job.pool;
    const folder = shownReply(root);
    return new Refusal('move-folder-unlisted', { values: { server, folder, why: error.message } });
  }

  private async entriesOf(session: SourceSession, { path }: Pending, root: RawName): Promise<SourceEntry[]> {
    const entries: SourceEntry[] = [];
    const before = this.seen;
    const full = path === '' ? root : joinRaw(root, path);
    try {
      await session.list(full, (entry) => {
        this.seen += 1;
        if (this.seen > this.job.entriesMax) throw tooMany(this.job.entriesMax);
        if (!isDot(entry.name)) entries.push(entry);
      });
      return await withStates(session, full, entries);
    } catch (error) {
      // The folder is listed again.
      if (!isRefusal(error)) this.seen = before;
      throw error;
    }
  }

  private take(pending: Pending, entries: readonly SourceEntry[]): void {
    const { folder, identity, above } = pending;
    const own: Above = { digest: digestOf(entries), identity, above };
    if (isLoop(own)) {
      this.refused.add(pending.path, 'move-link-left-out');
      return;
    }
    folder.isListed = true;
    for (const entry of entries) this.takeEntry(pending, entry, own);
    this.job.found(this.files, this.bytes, pending.path);
  }

  private takeEntry({ folder, path, depth }: Pending, entry: SourceEntry, above: Above): void {
    const { name } = entry;
    const own = path === '' ? name : joinRaw(path, name);
    if (this.isUtf8 && !isUtf8(name)) this.isUtf8 = false;
    const isTaken = folder.folders.has(name) || folder.files.has(name);
    const reason = refusedName(name) ?? (isTaken ? 'entry-in-the-way' : this.refusal(entry, own, depth));
    if (reason) {
      folder.others.add(name);
      if (this.job.wanted.hasFile(own)) this.refused.add(own, reason);
      return;
    }
    if (entry.type === 'folder') {
      if (!this.job.wanted.hasFolder(own)) return;
      const inner = new SourceFolder();
      folder.folders.set(name, inner);
      this.queue.push({ folder: inner, path: own, depth: depth + 1, identity: entry.identity, above });
    } else if (this.job.wanted.hasFile(own)) {
      const size = entry.size ?? 0;
      folder.files.set(name, { size, time: entry.time });
      this.files += 1;
      this.bytes += size;
    }
  }

  private refusal({ type, size }: SourceEntry, path: RawName, depth: number): FaultReason | undefined {
    if (type === 'link') return 'move-link-left-out';
    if (type === 'other' || (type === 'file' && size === undefined)) return 'move-special-left-out';
    return depth + 1 > DEPTH_MAX || path.length > PATH_MAX ? 'bad-path' : undefined;
  }
}

const tooMany = (most: number): Refusal =>
  new Refusal('move-too-many', { values: { most: most.toLocaleString('en-US') } });

/** Adds exact times and sizes where listings are for people. */
async function withStates(
  session: SourceSession,
  folder: RawName,
  entries: readonly SourceEntry[],
): Promise<SourceEntry[]> {
  const isVague = ({ name, type, size }: SourceEntry) =>
    type === 'file' && (!session.hasExactTimes || size === undefined) && refusedName(name) === undefined;
  const vague = entries.filter(isVague);
  if (vague.length === 0) return [...entries];
  const states = await session.states(vague.map(({ name }) => joinRaw(folder, name)));
  const exact = new Map(vague.map((entry, index) => [entry, states[index]]));
  return entries.map((entry) => {
    const state = exact.get(entry);
    return state ? { ...entry, size: state.size ?? entry.size, time: state.time ?? entry.time } : entry;
  });
}

/** Empty for a folder without folders, which can't be a loop. */
function digestOf(entries: readonly SourceEntry[]): string {
  if (!entries.some(({ type }) => type === 'folder')) return '';
  const hash = createHash('sha1');
  for (const { name, type, size, time } of entries) hash.update(`${type}\0${name}\0${size}\0${time?.ms}\0`);
  return hash.digest('base64');
}

function isLoop({ digest, identity, above }: Above): boolean {
  let repeats = 0;
  for (let one = above; one; one = one.above) {
    if (identity !== undefined && one.identity === identity) return true;
    if (digest !== '' && one.digest === digest) repeats += 1;
    if (repeats >= REPEATS_MAX) return true;
  }
  return false;
}

/** Lists the source, with many folders at a time, within bounds; follows no link that the server shows as one. */
export const scanSource = (job: ScanJob): Promise<SourceTree> => new Scan(job).run();
