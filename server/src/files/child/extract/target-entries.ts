import { isRefusal } from '#faults/refusal';
import { walk, type Folder, type Name } from '../tree/walk';
import { keyOf } from './entry-rules';

/** Whether the entry's name exists in the target folder. */
export type Conflict = 'nothing' | 'taken' | 'in-the-way';

type State = 'there' | 'absent' | 'blocked';

/** The entries of an extraction's target folder; follows no symlink in it. */
export class TargetEntries implements Disposable {
  private readonly states = new Map<string, State>();
  private last: { readonly key: string; readonly folder: Folder } | undefined;

  /** Refuses a target that is not a folder. */
  constructor(
    private readonly root: Folder,
    private readonly target: readonly string[],
  ) {
    this.states.set('', this.targetState());
  }

  at(parts: readonly Name[], type: 'folder' | 'file'): Conflict {
    const above = parts.slice(0, -1);
    const state = this.stateOf(above);
    if (state === 'absent') return 'nothing';
    if (state === 'blocked') return 'in-the-way';
    const stats = this.open(above).lstat(parts.at(-1) ?? '');
    if (!stats) return 'nothing';
    if (type === 'folder') return stats.isDirectory() ? 'nothing' : 'in-the-way';
    return stats.isFile() || stats.isSymbolicLink() ? 'taken' : 'in-the-way';
  }

  [Symbol.dispose](): void {
    this.last?.folder[Symbol.dispose]();
    this.last = undefined;
  }

  private targetState(): State {
    try {
      walk(this.root, this.target)[Symbol.dispose]();
      return 'there';
    } catch (error) {
      if (isRefusal(error) && error.reason === 'no-such-file') return 'absent';
      throw error;
    }
  }

  private stateOf(parts: readonly Name[]): State {
    const key = keyOf(parts);
    const known = this.states.get(key);
    if (known) return known;
    const above = parts.slice(0, -1);
    const state = this.stateOf(above);
    const own = state === 'there' ? this.entryState(above, parts.at(-1) ?? '') : state;
    this.states.set(key, own);
    return own;
  }

  private entryState(above: readonly Name[], name: Name): State {
    const stats = this.open(above).lstat(name);
    if (!stats) return 'absent';
    return stats.isDirectory() ? 'there' : 'blocked';
  }

  private open(parts: readonly Name[]): Folder {
    const key = keyOf(parts);
    if (this.last?.key === key) return this.last.folder;
    let folder = walk(this.root, this.target);
    for (const part of parts) {
      using parent = folder;
      folder = parent.enter(part);
    }
    this.last?.folder[Symbol.dispose]();
    this.last = { key, folder };
    return folder;
  }
}
