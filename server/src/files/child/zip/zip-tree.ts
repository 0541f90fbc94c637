import { readlinkSync, type Stats } from 'node:fs';
import { Refusal } from '#faults/refusal';
import { refusalOf } from '#files/link/errno';
import { DEPTH_MAX, liesIn, partsOf } from '../tree/site-path';
import { walk, type Folder, type Name } from '../tree/walk';

/** A folder that closes when its last user releases it. */
export class SharedFolder {
  private users = 1;
  constructor(readonly folder: Folder) {}
  hold(): this {
    this.users += 1;
    return this;
  }
  release(): void {
    this.users -= 1;
    if (this.users === 0) this.folder[Symbol.dispose]();
  }
}

export interface TreeEntry {
  /** Held for the receiver of the entry, which releases it. */
  readonly parent: SharedFolder;
  readonly name: Name;
  /** Path in the archive, without a slash at its end. */
  readonly path: Buffer;
  readonly isUtf8: boolean;
  readonly stats: Stats;
}

export interface TreeFailure {
  readonly path: Buffer;
  readonly failed: unknown;
}

const SLASH = Buffer.from('/');
const joined = (path: Buffer, name: Name): Buffer =>
  path.length === 0 ? Buffer.from(name) : Buffer.concat([path, SLASH, Buffer.from(name)]);

interface Position {
  readonly path: Buffer;
  readonly isUtf8: boolean;
  readonly depth: number;
}

function* entriesOf(
  parent: SharedFolder,
  name: Name,
  position: Position,
): Generator<TreeEntry | TreeFailure> {
  const path = joined(position.path, name);
  const isUtf8 = position.isUtf8 && typeof name === 'string';
  let inner: SharedFolder;
  let names: readonly Name[];
  try {
    const stats = parent.folder.lstat(name);
    if (!stats) throw new Refusal('no-such-file');
    yield { parent: parent.hold(), name, path, isUtf8, stats };
    if (!stats.isDirectory()) return;
    if (position.depth >= DEPTH_MAX) throw new Refusal('bad-path');
    inner = new SharedFolder(parent.folder.enter(name));
  } catch (error) {
    yield { path, failed: refusalOf(error) };
    return;
  }
  try {
    names = inner.folder.names();
    for (const entry of names) yield* entriesOf(inner, entry, { path, isUtf8, depth: position.depth + 1 });
  } catch (error) {
    yield { path, failed: refusalOf(error) };
  } finally {
    inner.release();
  }
}

/** The selection without entries inside other selected folders, and the depth of the folder they share. */
export function planSelection(paths: readonly string[]): { selected: (readonly string[])[]; shared: number } {
  const all = paths.map((path) => partsOf(path));
  const unique = all.filter(
    (parts, index) =>
      !all.some(
        (other, at) => at !== index && liesIn(parts, other) && (other.length < parts.length || at < index),
      ),
  );
  const [first = []] = unique;
  let shared = 0;
  const atShared = (parts: readonly string[]) => parts.length - 1 > shared && parts[shared] === first[shared];
  while (unique.every(atShared)) shared += 1;
  return { selected: unique, shared };
}

function* selectedEntries(
  root: Folder,
  parts: readonly string[],
  shared: number,
): Generator<TreeEntry | TreeFailure> {
  const path = Buffer.from(parts.slice(shared, -1).join('/'));
  const own = parts.at(-1);
  let holder: SharedFolder;
  try {
    holder = new SharedFolder(walk(root, parts.slice(0, -1)));
  } catch (error) {
    yield { path: joined(path, own ?? ''), failed: error };
    return;
  }
  try {
    const names = own === undefined ? holder.folder.names() : [own];
    for (const name of names) yield* entriesOf(holder, name, { path, isUtf8: true, depth: 0 });
  } finally {
    holder.release();
  }
}

/**
 * Every entry of a selection, folders before their entries. Links are entries, never followed. An entry that
 * the site moved or removed since it was selected or listed is reported as a failure.
 */
export function* walkSelection(root: Folder, paths: readonly string[]): Generator<TreeEntry | TreeFailure> {
  const { selected, shared } = planSelection(paths);
  for (const parts of selected) yield* selectedEntries(root, parts, shared);
}

/** Where a link points; undefined if the site has replaced the link by something else meanwhile. */
export function linkTarget({ parent, name }: TreeEntry): Buffer | undefined {
  try {
    return readlinkSync(parent.folder.at(name), 'buffer');
  } catch {
    return undefined;
  }
}
