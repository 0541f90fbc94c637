import type { Stats } from 'node:fs';
import type { FileEntry } from '@sitedeck/contract';

export function typeOf(stats: Stats): FileEntry['type'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'link' : 'other';
}
