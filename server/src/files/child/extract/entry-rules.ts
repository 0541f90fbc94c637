import type { FaultReason } from '@sitedeck/contract';
import { isRefusal, Refusal } from '#faults/refusal';
import { DEPTH_MAX } from '../tree/site-path';
import type { Name } from '../tree/walk';
import type { ArchiveEntry } from './archive-entry';

/** An archive holds more entries than its host's plan allows. */
export const tooManyEntries = (limit: number): Refusal =>
  new Refusal('archive-too-many-entries', { values: { limit: limit.toLocaleString('en-US') } });

/** Characters of the paths of all entries and of all folders on the way to them: a deep one has as many as it has names. */
const PATHS_MAX = 128 * 1024 * 1024;
/** NAME_MAX and PATH_MAX of Linux, bytes. */
const NAME_MAX = 255;
const PATH_MAX = 4096;
/** A target longer than this can't be a link's. */
const TARGET_MAX = 4095;

type Kept = 'file' | 'folder' | 'link';

export type Verdict =
  | {
      readonly is: 'taken';
      readonly parts: readonly Name[];
      /** Of a hard link: the entry it names. */
      readonly target: readonly Name[];
      /** An earlier entry had the same path: as every tool does, the last one counts. */
      readonly again: boolean;
    }
  | { readonly is: 'ignored' }
  | { readonly is: 'refused'; readonly reason: FaultReason };

/** One text for each path, whatever its bytes. */
export function keyOf(parts: readonly Name[]): string {
  // Joined, not added up: a text that was added up keeps each of its pieces, and there are a million of them.
  return ['', ...parts.map((part) => (typeof part === 'string' ? part : `\0${part.toString('hex')}`))].join(
    '/',
  );
}

function split(path: Name): Name[] {
  if (typeof path === 'string') return path.split('/');
  const parts: Buffer[] = [];
  for (let from = 0; ;) {
    const at = path.indexOf(0x2f, from);
    parts.push(path.subarray(from, at < 0 ? undefined : at));
    if (at < 0) return parts;
    from = at + 1;
  }
}

const isDrive = (path: Name): boolean => /^[a-z]:[\\/]/i.test(path.toString());
const isDot = (part: Name): boolean => part.length === 1 && part.toString() === '.';
const isUp = (part: Name): boolean => part.length === 2 && part.toString() === '..';
/** No text of so few characters is longer in bytes. */
const isTooLong = (text: Name, most: number): boolean =>
  text.length * 3 > most && Buffer.byteLength(text) > most;

/** Components of an entry's path. Refuses what no archive of files needs. */
export function entryParts(path: Name, depthBefore: number): readonly Name[] {
  if (isTooLong(path, PATH_MAX) || path.includes('\0')) throw new Refusal('bad-path');
  const all = split(path);
  if ((all[0]?.length === 0 && all.length > 1) || isDrive(path)) throw new Refusal('entry-outside');
  const parts: Name[] = [];
  for (const part of all) {
    if (part.length === 0 || isDot(part)) continue;
    if (isUp(part)) throw new Refusal('entry-outside');
    if (isTooLong(part, NAME_MAX)) throw new Refusal('bad-name');
    parts.push(part);
  }
  if (parts.length + depthBefore > DEPTH_MAX) throw new Refusal('bad-path');
  return parts;
}

/**
 * A link may only go down from where it stands, or first up and then down, and never above the archive's own root.
 * `..` behind a name is refused: what that name stands for may be a link itself. With every link of an archive under
 * this rule, and no entry below a link, no chain of them leads out.
 */
export function staysInside(target: Name, depth: number): boolean {
  if (Buffer.byteLength(target) > TARGET_MAX || target.length === 0 || target.includes('\0')) return false;
  const parts = split(target).map(String);
  if (parts[0] === '') return false;
  const steps = parts.filter((part) => part !== '' && part !== '.');
  const firstName = steps.findIndex((part) => part !== '..');
  const ups = firstName < 0 ? steps.length : firstName;
  return ups <= depth && !steps.slice(ups).includes('..');
}

/** Reasons that concern the complete archive, not one entry. */
const ENDING: ReadonlySet<FaultReason> = new Set(['archive-too-much', 'archive-too-many-entries']);

/** Looks at entries one by one, in the order in which they count, and remembers what the archive holds so far. */
export class EntryRules {
  private readonly kept = new Map<string, Kept>();
  private seen = 0;
  private characters = 0;

  /** @param depthBefore components of the folder that takes the entries */
  constructor(
    private readonly depthBefore: number,
    private readonly entriesMax: number,
  ) {}

  take(entry: ArchiveEntry): Verdict {
    this.seen += 1;
    if (this.seen > this.entriesMax) throw tooManyEntries(this.entriesMax);
    try {
      return this.checked(entry);
    } catch (error) {
      if (isRefusal(error) && !ENDING.has(error.reason)) return { is: 'refused', reason: error.reason };
      throw error;
    }
  }

  private checked(entry: ArchiveEntry): Verdict {
    const parts = entryParts(entry.path, this.depthBefore);
    if (entry.kind === 'other') throw new Refusal('entry-special');
    if (parts.length === 0) return { is: 'ignored' };
    const target = this.targetOf(entry, parts.length - 1);
    this.checkParents(parts);
    const kind: Kept = entry.kind === 'hardlink' ? 'file' : entry.kind;
    const key = keyOf(parts);
    const before = this.kept.get(key);
    if (before !== undefined && (before === 'folder') !== (kind === 'folder'))
      throw new Refusal('entry-in-the-way');
    this.keep(key, kind);
    return { is: 'taken', parts, target, again: before !== undefined && kind !== 'folder' };
  }

  private targetOf({ kind, target }: ArchiveEntry, depth: number): readonly Name[] {
    if (kind === 'link' && !(target && staysInside(target, depth))) throw new Refusal('entry-link-outside');
    if (kind !== 'hardlink') return [];
    const parts = target ? entryParts(target, this.depthBefore) : [];
    if (this.kept.get(keyOf(parts)) !== 'file') throw new Refusal('entry-link-outside');
    return parts;
  }

  private checkParents(parts: readonly Name[]): void {
    for (let length = parts.length - 1; length > 0; length -= 1) {
      const key = keyOf(parts.slice(0, length));
      const kind = this.kept.get(key);
      if (kind === 'folder') return;
      if (kind === 'link') throw new Refusal('entry-through-link');
      if (kind === 'file') throw new Refusal('entry-in-the-way');
    }
    for (let length = parts.length - 1; length > 0; length -= 1)
      this.keep(keyOf(parts.slice(0, length)), 'folder');
  }

  /** Folders that no entry names take an inode and memory like any other. */
  private keep(key: string, kind: Kept): void {
    if (!this.kept.has(key)) this.characters += key.length;
    this.kept.set(key, kind);
    if (this.kept.size > this.entriesMax) throw tooManyEntries(this.entriesMax);
    if (this.characters > PATHS_MAX) throw new Refusal('archive-too-much');
  }
}
