import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { codeOf } from '#faults/error-code';
import { LoopYield } from '../loop-yield';
import { isOwnWork } from '../tree/write-rules';
import { DEPTH_MAX } from '../tree/site-path';
import { mayBeUnreadable, nameFromBytes, enterFolder, type Folder } from '../tree/walk';

/** An entry below the searched folder. */
export interface WalkedEntry {
  /** Its path below the searched folder. */
  readonly parts: readonly string[];
  readonly stats: Stats;
}

interface WalkOptions {
  /** Path of the searched folder from the host's root. */
  readonly start: readonly string[];
  readonly signal: AbortSignal;
  /** Whether an entry is reported, and entered if it is a folder. */
  readonly wanted: (name: string, isFolder: boolean) => boolean;
  /** Called for an entry that can't be read. */
  readonly onClosed: () => void;
}

const GONE = new Set(['ENOENT', 'ENOTDIR']);

class TreeWalk {
  private readonly pace: LoopYield;
  constructor(private readonly walking: WalkOptions) {
    this.pace = new LoopYield(walking.signal);
  }

  async *below(folder: Folder, parts: readonly string[]): AsyncGenerator<WalkedEntry> {
    const folders: WalkedEntry[] = [];
    for (const { name, isFolder } of this.entries(folder)) {
      if (this.pace.due) await this.pace.rest();
      if (folder.hides(name) || isOwnWork([...this.walking.start, ...parts, name])) continue;
      if (!this.walking.wanted(name, isFolder)) continue;
      const stats = this.attempt(() => lstatSync(folder.at(name)));
      if (stats === undefined) continue;
      const met = { parts: [...parts, name], stats };
      if (stats.isDirectory()) folders.push(met);
      yield met;
    }
    if (parts.length + this.walking.start.length >= DEPTH_MAX) return;
    for (const { parts: inner } of folders) {
      const entered = this.attempt(() => folder.enter(inner.at(-1) ?? ''));
      if (entered === undefined) continue;
      using held = entered;
      yield* this.below(held, inner);
    }
  }

  /** Entries with UTF-8 names: other names can't be part of a reply. */
  private entries(folder: Folder): readonly { readonly name: string; readonly isFolder: boolean }[] {
    const entries = this.attempt(() => readdirSync(folder.self, { withFileTypes: true })) ?? [];
    const named = entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
    if (!named.some(({ name }) => mayBeUnreadable(name))) return named;
    const raw = readdirSync(folder.self, { withFileTypes: true, encoding: 'buffer' });
    return raw.flatMap((entry) => {
      const name = nameFromBytes(entry.name);
      if (typeof name === 'string') return [{ name, isFolder: entry.isDirectory() }];
      this.walking.onClosed();
      return [];
    });
  }

  private attempt<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      const code = codeOf(error) ?? '';
      if (GONE.has(code)) return undefined;
      if (code !== 'EACCES' && code !== 'EPERM' && code !== 'ELOOP') throw error;
      this.walking.onClosed();
      return undefined;
    }
  }
}

/** Every entry below a folder, without following symlinks; a folder's own entries come before deeper ones. */
export const treeFiles = (folder: Folder, walking: WalkOptions): AsyncGenerator<WalkedEntry> =>
  new TreeWalk(walking).below(folder, []);

/** Opens the parent folder of a listed file again without following any symlink. */
export function holderOf(folder: Folder, parts: readonly string[]): Folder {
  let holder = folder.reopen();
  for (const part of parts.slice(0, -1)) {
    using parent = holder;
    holder = enterFolder(parent, part);
  }
  return holder;
}
