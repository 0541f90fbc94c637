import { closeSync, constants, lstatSync, openSync, readdirSync, type Stats } from 'node:fs';
import { FTP_QUOTA_FILE } from '#system/ftp/quota-file';
import { PRIVATE_FOLDER, RESTORED_FOLDER } from '#system/site/private-folder';
import { Refusal } from '#faults/refusal';
import { errnoOf, refusalOf } from '#files/link/errno';

/** Linux; Node does not name it. The descriptor stands for the place, not for its content. */
const O_PATH = 0o10000000;
const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_NOCTTY } = constants;

const HIDDEN: ReadonlySet<string> = new Set([PRIVATE_FOLDER, RESTORED_FOLDER, FTP_QUOTA_FILE]);

/** Bytes where the name is not UTF-8. */
export type Name = string | Buffer;

/**
 * A folder held by descriptor. Every deeper step goes through `/proc/self/fd/<fd>/<name>` with O_NOFOLLOW, so that
 * whatever is swapped on the way meanwhile, the step lands in this very folder or fails.
 */
export class Folder implements Disposable {
  private constructor(
    readonly fd: number,
    readonly isRoot = false,
  ) {}

  /**
   * The root of a host: its private place has no name here, whatever verb asks; `place` alone leads there.
   * @param path absolute, of a folder whose parents belong to root
   */
  static root(path: string): Folder {
    return new Folder(openSync(path, O_PATH | O_DIRECTORY | O_NOFOLLOW), true);
  }

  /** A folder that somebody else opened and closes: another thread of this process. */
  static borrowed(fd: number): Folder {
    return new Folder(fd);
  }

  /** The folder itself, for a call that takes a path. */
  get self(): string {
    return `/proc/self/fd/${this.fd}`;
  }

  /** An entry, for a call that acts on it without following it. */
  at(name: Name): string | Buffer {
    if (this.hides(name)) throw new Refusal('no-such-file');
    return typeof name === 'string'
      ? `${this.self}/${name}`
      : Buffer.concat([Buffer.from(`${this.self}/`), name]);
  }

  enter(name: Name): Folder {
    return new Folder(openSync(this.at(name), O_PATH | O_DIRECTORY | O_NOFOLLOW));
  }

  again(): Folder {
    return new Folder(openSync(`${this.self}/.`, O_PATH | O_DIRECTORY | O_NOFOLLOW), this.isRoot);
  }

  /** The private place of a host's root. The caller disposes of it. */
  place(): Folder {
    return new Folder(openSync(`${this.self}/${PRIVATE_FOLDER}`, O_PATH | O_DIRECTORY | O_NOFOLLOW));
  }

  /** What root has laid beside the site under a name. The caller disposes of it. */
  restored(name: string): Folder {
    using place = new Folder(openSync(`${this.self}/${RESTORED_FOLDER}`, O_PATH | O_DIRECTORY | O_NOFOLLOW));
    return place.enter(name);
  }

  /** The entry is nobody's business. */
  hides(name: Name): boolean {
    return this.isRoot && HIDDEN.has(name.toString());
  }

  /** State of an entry itself, a link unfollowed; undefined where there is none. */
  look(name: Name): Stats | undefined {
    if (this.hides(name)) return undefined;
    try {
      // Not by the error, which would cost more than the look itself.
      return lstatSync(this.at(name), { throwIfNoEntry: false });
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Names as they are on disk, in no order. */
  names(): Name[] {
    const names: Name[] = readdirSync(this.self);
    const read = names.some((name) => typeof name === 'string' && mayBeUnreadable(name))
      ? readdirSync(this.self, { encoding: 'buffer' }).map(readable)
      : names;
    return this.isRoot ? read.filter((name) => !this.hides(name)) : read;
  }

  /** Descriptor for reading; neither waits for a fifo nor takes a terminal. The caller checks what it got. */
  openForReading(name: Name): number {
    return openSync(this.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  }

  [Symbol.dispose](): void {
    closeSync(this.fd);
  }
}

/** What the decoder puts in place of bytes that are not UTF-8. */
const REPLACED = '\ufffd';
export const mayBeUnreadable = (name: string): boolean => name.includes(REPLACED);

/** Text where the bytes are UTF-8, else the bytes. */
export function readable(bytes: Buffer): Name {
  const text = bytes.toString('utf8');
  return mayBeUnreadable(text) && !Buffer.from(text).equals(bytes) ? bytes : text;
}

/** One step down. A link in the place of a folder is told as such. */
export function step(folder: Folder, part: string): Folder {
  try {
    return folder.enter(part);
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR' && folder.look(part)?.isSymbolicLink())
      throw new Refusal('link-in-path');
    throw refusalOf(error);
  }
}

/** Walks component by component. The caller disposes of the folder. */
export function walk(root: Folder, parts: readonly string[]): Folder {
  let folder = root.again();
  for (const part of parts) {
    using behind = folder;
    folder = step(behind, part);
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
