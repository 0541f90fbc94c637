import type { FaultReason } from '@sitedeck/contract';
import type { RawName, SourceTime } from './source';

export interface SourceFile {
  size: number;
  time: SourceTime | undefined;
}

/** A folder of the source with what a move may bring in. */
export class SourceFolder {
  readonly folders = new Map<RawName, SourceFolder>();
  readonly files = new Map<RawName, SourceFile>();
  /** Names that exist but are never brought in. */
  readonly others = new Set<RawName>();
  /** False if the server did not list it: nothing is known about what is missing. */
  isListed = false;
}

/** Entries that are left out. */
export class LeftOut<Reason extends string> {
  readonly sample: { readonly path: string; readonly reason: Reason }[] = [];
  count = 0;

  constructor(private readonly most: number) {}

  add(path: string, reason: Reason): void {
    this.count += 1;
    if (this.sample.length < this.most) this.sample.push({ path: shortPath(path), reason });
  }
}

/** Longest path in Linux, bytes. */
const PATH_MAX = 4096;
const shortPath = (path: string): string => path.slice(0, PATH_MAX);

export interface SourceTree {
  readonly root: SourceFolder;
  /** Path of the root at the source. */
  readonly path: RawName;
  readonly files: number;
  readonly bytes: number;
  /** Whether every name is UTF-8. */
  readonly isUtf8: boolean;
  /** Entries that the rules exclude; paths are bytes. */
  readonly refused: LeftOut<FaultReason>;
  /** Folders that the server did not list, with its reply; paths are bytes. */
  readonly failed: LeftOut<string>;
}
