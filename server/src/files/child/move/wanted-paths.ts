import { encodingsOf } from './raw-names';
import type { RawName } from './source';

/** The files of a source that a move is about: all, or those of a list and what lies below its folders. */
export class WantedPaths {
  private readonly all: boolean;
  private readonly wanted = new Set<RawName>();
  private readonly above = new Set<RawName>();

  /** @param only paths below the source's folder; null: all */
  constructor(only: readonly string[] | null) {
    this.all = only === null;
    for (const path of (only ?? []).flatMap(encodingsOf)) {
      this.wanted.add(path);
      for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
        this.above.add(path.slice(0, at));
    }
  }

  get isAll(): boolean {
    return this.all;
  }

  hasFile(path: RawName): boolean {
    if (this.all || this.wanted.has(path)) return true;
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      if (this.wanted.has(path.slice(0, at))) return true;
    return false;
  }

  hasFolder(path: RawName): boolean {
    return this.above.has(path) || this.hasFile(path);
  }
}
