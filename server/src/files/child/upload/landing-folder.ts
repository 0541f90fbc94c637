import { makeFolders } from '../tree/place-file';
import { pathOf } from '../tree/site-path';
import type { Folder } from '../tree/walk';

/**
 * The folder that finished files get their names in. Files of a batch mostly share one: it is walked to once for all
 * that follow one another without a pause, and held by its descriptor meanwhile.
 */
export class LandingFolder implements Disposable {
  private held: { readonly path: string; readonly folder: Folder } | undefined;

  constructor(private readonly root: Folder) {}

  /** Made where it is missing. Stays ours to close. */
  open(parts: readonly string[]): Folder {
    const path = pathOf(parts);
    if (this.held?.path === path) return this.held.folder;
    this.letGo();
    const folder = makeFolders(this.root, parts);
    this.held = { path, folder };
    return folder;
  }

  /** Something else may run now: whoever comes next walks again. */
  letGo(): void {
    this.held?.folder[Symbol.dispose]();
    this.held = undefined;
  }

  [Symbol.dispose](): void {
    this.letGo();
  }
}
