import { openRegularFile } from '../tree/open-file';
import type { Disk } from '../disk';
import { mayChangeEntry, mayChangeInside } from '../tree/write-rules';
import { partsOf } from '../tree/site-path';
import { locate } from '../tree/walk';
import type { NameEncoding } from './archive-entry';

/** An archive held open: its content stays the same even if its name is replaced or removed. */
export interface HeldArchive {
  readonly fd: number;
  readonly fileSize: number;
  /** File name of the archive; the file in a `.gz` is named after it. */
  readonly name: string;
  readonly names: NameEncoding;
}

/** The target folder of an extraction, which may not exist yet. */
export function targetOf(to: string): readonly string[] {
  const parts = partsOf(to);
  mayChangeInside(parts);
  if (parts.length > 1) mayChangeEntry(parts);
  return parts;
}

/** Opens an archive. The caller disposes of it. */
export function holdArchive(
  disk: Disk,
  { path, names }: { readonly path: string; readonly names: NameEncoding },
): HeldArchive & Disposable {
  using spot = locate(disk.root, partsOf(path));
  const content = openRegularFile(spot.folder, spot.name);
  const { fd, stats } = content;
  return {
    fd,
    fileSize: stats.size,
    name: spot.name,
    names,
    [Symbol.dispose]: () => content[Symbol.dispose](),
  };
}
