import { closeSync, constants, lstatSync, openSync, readdirSync, type Stats } from 'node:fs';
import { FTP_QUOTA_FILE } from '#system/ftp/quota-file';
import { PRIVATE_FOLDER, RESTORED_FOLDER } from '#system/site/private-folder';
import { Refusal } from '#faults/refusal';
import { codeOf } from '#faults/error-code';
import { refusalOf } from '#files/link/errno';

/** Flag of Linux that Node.js lacks: a descriptor that only stands for the path. */
const O_PATH = 0o10000000;
const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_NOCTTY } = constants;

const HIDDEN: ReadonlySet<string> = new Set([PRIVATE_FOLDER, RESTORED_FOLDER, FTP_QUOTA_FILE]);

/** Name of an entry; bytes if it is not UTF-8. */
export type Name = string | Buffer;

/**
 * A folder held by its descriptor. Every step down goes through `/proc/self/fd/<fd>/<name>` with O_NOFOLLOW, so that a
 * swapped path can't lead out: the step lands in this folder or fails.
 */
export class Folder implements Disposable {
  private constructor(
    readonly fd: number,
    readonly isRoot = false,
  ) {}

  /**
   * The root of a host. It hides the private folder from every verb; only `privateFolder` opens it.
   * @param path absolute, of a folder whose parents belong to root
   */
  static root(path: string): Folder {
    return new Folder(openSync(path, O_PATH | O_DIRECTORY | O_NOFOLLOW), true);
  }

  /** A folder that another thread of this process opens and closes. */
  static borrowed(fd: number): Folder {
    return new Folder(fd);
  }

  /** Path of the folder itself, for calls that need a path. */
  get self(): string {
    return `/proc/self/fd/${this.fd}`;
  }

  /** Path of an entry, for calls that do not follow a symlink. */
  at(name: Name): string | Buffer {
    if (this.hides(name)) throw new Refusal('no-such-file');
    return typeof name === 'string'
      ? `${this.self}/${name}`
      : Buffer.concat([Buffer.from(`${this.self}/`), name]);
  }

  enter(name: Name): Folder {
    return new Folder(openSync(this.at(name), O_PATH | O_DIRECTORY | O_NOFOLLOW));
  }

  reopen(): Folder {
    return new Folder(openSync(`${this.self}/.`, O_PATH | O_DIRECTORY | O_NOFOLLOW), this.isRoot);
  }

  /** Opens the private folder of a host's root. The caller disposes of it. */
  privateFolder(): Folder {
    return new Folder(openSync(`${this.self}/${PRIVATE_FOLDER}`, O_PATH | O_DIRECTORY | O_NOFOLLOW));
  }

  /** Opens the folder in which root has restored files for the site. The caller disposes of it. */
  restored(name: string): Folder {
    using place = new Folder(openSync(`${this.self}/${RESTORED_FOLDER}`, O_PATH | O_DIRECTORY | O_NOFOLLOW));
    return place.enter(name);
  }

  /** Whether the entry is hidden from the host. */
  hides(name: Name): boolean {
    return this.isRoot && HIDDEN.has(name.toString());
  }

  /** State of an entry, without following a symlink; undefined if it does not exist. */
  lstat(name: Name): Stats | undefined {
    if (this.hides(name)) return undefined;
    try {
      // Without an exception, which would cost more than the system call.
      return lstatSync(this.at(name), { throwIfNoEntry: false });
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Names of the entries, unsorted. */
  names(): Name[] {
    const names: Name[] = readdirSync(this.self);
    const read = names.some((name) => typeof name === 'string' && mayBeUnreadable(name))
      ? readdirSync(this.self, { encoding: 'buffer' }).map(nameFromBytes)
      : names;
    return this.isRoot ? read.filter((name) => !this.hides(name)) : read;
  }

  /** Opens an entry for reading without waiting for a fifo. The caller checks what it is. */
  openForReading(name: Name): number {
    return openSync(this.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  }

  [Symbol.dispose](): void {
    closeSync(this.fd);
  }
}

/** The decoder's replacement for bytes that are not UTF-8. */
const REPLACEMENT_CHARACTER = '\ufffd';
export const mayBeUnreadable = (name: string): boolean => name.includes(REPLACEMENT_CHARACTER);

/** A name as text if it is UTF-8, else as bytes. */
export function nameFromBytes(bytes: Buffer): Name {
  const text = bytes.toString('utf8');
  return mayBeUnreadable(text) && !Buffer.from(text).equals(bytes) ? bytes : text;
}

/** Enters a folder; refuses a symlink with `link-in-path`. */
export function enterFolder(folder: Folder, part: Name): Folder {
  try {
    return folder.enter(part);
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR' && folder.lstat(part)?.isSymbolicLink())
      throw new Refusal('link-in-path');
    throw refusalOf(error);
  }
}

/** Opens a folder by its path, component by component. The caller disposes of it. */
export function walk(root: Folder, parts: readonly Name[]): Folder {
  let folder = root.reopen();
  for (const part of parts) {
    using parent = folder;
    folder = enterFolder(parent, part);
  }
  return folder;
}

/** An entry by its parent folder; the entry need not exist. */
export interface Entry {
  readonly folder: Folder;
  readonly name: Name;
}

export interface LocatedEntry extends Entry, Disposable {
  readonly name: string;
}

/** Opens the parent folder of an entry. @param parts at least one */
export function locate(root: Folder, parts: readonly string[]): LocatedEntry {
  const name = parts.at(-1);
  if (name === undefined) throw new Refusal('root-closed');
  const folder = walk(root, parts.slice(0, -1));
  return { folder, name, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}
