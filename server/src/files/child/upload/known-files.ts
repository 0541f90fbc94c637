import { hash } from 'node:crypto';
import { coveredBytes, type Ranges } from './ranges';
import type { BegunLine, DoneLine } from './upload-journal';
import type { PartHeaders } from './upload-headers';

export interface FileState {
  readonly path: string;
  readonly total: number;
  readonly done: boolean;
  readonly received: Ranges;
  /** Its path, if it is not `path`. */
  readonly to?: string;
}

export interface KnownFile extends FileState, Pick<BegunLine, 'hashed' | 'ifExists'> {
  readonly key: string;
  readonly touchedAt: number;
}

export interface UploadCounts {
  readonly files: number;
  readonly open: number;
  readonly bytes: number;
}

/** Name of a file's part and journal in the upload's folder. */
export const keyOf = (path: string, total: number): string =>
  hash('sha256', `${path}\0${total}`).slice(0, 24);

export function doneFile(line: DoneLine, touchedAt: number): KnownFile {
  const received: Ranges = line.total === 0 ? [] : [[0, line.total]];
  return { ...line, key: keyOf(line.path, line.total), done: true, received, touchedAt };
}

/** The files of one upload, one state for each path, and their sums. */
export class KnownFiles {
  private readonly byKey = new Map<string, KnownFile>();
  private readonly keyByPath = new Map<string, string>();
  private readonly sums = { files: 0, open: 0, bytes: 0 };

  get(key: string): KnownFile | undefined {
    return this.byKey.get(key);
  }

  states(): FileState[] {
    return [...this.byKey.values()].map(({ path, total, done, received, to }) => ({
      path,
      total,
      done,
      received,
      ...(to !== undefined && { to }),
    }));
  }

  counts(): UploadCounts {
    return { ...this.sums };
  }

  /** Adds a file. @returns the state it replaces: the same path, sent before with another size */
  remember(file: KnownFile): KnownFile | undefined {
    const oldKey = this.keyByPath.get(file.path);
    const old = oldKey === file.key || oldKey === undefined ? undefined : this.byKey.get(oldKey);
    if (old) this.forget(old.key);
    this.keyByPath.set(file.path, file.key);
    this.put(file);
    return old;
  }

  put(file: KnownFile): void {
    this.forget(file.key);
    this.byKey.set(file.key, file);
    this.addToSums(file, 1);
  }

  private forget(key: string): void {
    const file = this.byKey.get(key);
    if (file) this.addToSums(file, -1);
    this.byKey.delete(key);
  }

  private addToSums(file: KnownFile, sign: 1 | -1): void {
    this.sums[file.done ? 'files' : 'open'] += sign;
    this.sums.bytes += sign * (file.done ? file.total : coveredBytes(file.received));
  }
}

export interface Slice extends PartHeaders {
  readonly from: number;
  readonly to: number;
  readonly total: number;
  /** The sender begins the file with this slice. */
  readonly first: boolean;
  readonly bytes: readonly Buffer[];
}

export interface CompleteFile extends PartHeaders {
  readonly bytes: readonly Buffer[];
  readonly size: number;
}

/** The outcome of a request for a file. */
export interface FileOutcome {
  /** The file is complete under its name, or at `to`. */
  readonly done: boolean;
  readonly to?: string;
}

export const otherPath = ({ to }: { readonly to?: string }) => (to === undefined ? {} : { to });
export const outcomeOf = (file: KnownFile | undefined): FileOutcome =>
  file?.done ? { done: true, ...otherPath(file) } : { done: false };
