import type { FaultReason } from '@sitedeck/contract';
import { isRefusal, Refusal } from '#faults/refusal';
import { DEPTH_MAX } from '../tree/site-path';
import type { Name } from '../tree/walk';
import type { ArchiveEntry } from './archive-entry';

/** The archive has more entries than the host's plan allows. */
export const tooManyEntries = (limit: number): Refusal =>
  new Refusal('archive-too-many-entries', { values: { limit: limit.toLocaleString('en-US') } });

/** Characters of the paths of all entries and all their parent folders together. */
const PATHS_MAX = 128 * 1024 * 1024;
/** NAME_MAX and PATH_MAX of Linux, bytes. */
const NAME_MAX = 255;
const PATH_MAX = 4096;
/** Longest target of a symlink in Linux, bytes. */
const TARGET_MAX = 4095;

type KeptType = 'file' | 'folder' | 'link';

export type Verdict =
  | {
      readonly is: 'taken';
      readonly parts: readonly Name[];
      /** For a hard link: the entry it names. */
      readonly target: readonly Name[];
      /** An earlier entry has the same path: as in every tool, the last one counts. */
      readonly isDuplicate: boolean;
    }
  | { readonly is: 'ignored' }
  | { readonly is: 'refused'; readonly reason: FaultReason };

/** A key that is unique for each path, whatever its bytes. */
export function keyOf(parts: readonly Name[]): string {
  // Joins the parts: a concatenated string would keep each of its pieces in memory, a million times.
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
/** Counts bytes only if the characters could exceed the limit. */
const isTooLong = (text: Name, most: number): boolean =>
  text.length * 3 > most && Buffer.byteLength(text) > most;

/** Components of an entry's path; refuses paths that lead out. */
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
 * Whether a link's target stays inside the archive: it may go up first and then down, but never above the archive's root.
 * `..` after a name is refused, as that name may be a link itself. Since every link follows this rule and no entry lies
 * below a link, no chain of links leads out.
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

/** Reasons that concern the archive, not one of its entries. */
const ENDING: ReadonlySet<FaultReason> = new Set(['archive-too-much', 'archive-too-many-entries']);

/** Checks entries one by one, in the archive's order, against those before them. */
export class EntryRules {
  private readonly kept = new Map<string, KeptType>();
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
    if (entry.type === 'other') throw new Refusal('entry-special');
    if (parts.length === 0) return { is: 'ignored' };
    const target = this.targetOf(entry, parts.length - 1);
    this.checkParents(parts);
    const type: KeptType = entry.type === 'hardlink' ? 'file' : entry.type;
    const key = keyOf(parts);
    const before = this.kept.get(key);
    if (before !== undefined && (before === 'folder') !== (type === 'folder'))
      throw new Refusal('entry-in-the-way');
    this.keep(key, type);
    return { is: 'taken', parts, target, isDuplicate: before !== undefined && type !== 'folder' };
  }

  private targetOf({ type, target }: ArchiveEntry, depth: number): readonly Name[] {
    if (type === 'link' && !(target && staysInside(target, depth))) throw new Refusal('entry-link-outside');
    if (type !== 'hardlink') return [];
    const parts = target ? entryParts(target, this.depthBefore) : [];
    if (this.kept.get(keyOf(parts)) !== 'file') throw new Refusal('entry-link-outside');
    return parts;
  }

  private checkParents(parts: readonly Name[]): void {
    for (let length = parts.length - 1; length > 0; length -= 1) {
      const key = keyOf(parts.slice(0, length));
      const type = this.kept.get(key);
      if (type === 'folder') return;
      if (type === 'link') throw new Refusal('entry-through-link');
      if (type === 'file') throw new Refusal('entry-in-the-way');
    }
    for (let length = parts.length - 1; length > 0; length -= 1)
      this.keep(keyOf(parts.slice(0, length)), 'folder');
  }

  /** Counts parent folders too: they take an inode and memory even if no entry names them. */
  private keep(key: string, type: KeptType): void {
    if (!this.kept.has(key)) this.characters += key.length;
    this.kept.set(key, type);
    if (this.kept.size > this.entriesMax) throw tooManyEntries(this.entriesMax);
    if (this.characters > PATHS_MAX) throw new Refusal('archive-too-much');
  }
}
