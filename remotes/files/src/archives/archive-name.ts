import type { FileEntry } from '@sitedeck/contract';

const ENDING = /\.(?:zip|jar|tar|tar\.(?:gz|zst|xz|bz2)|tgz|tzst|txz|tbz2?|7z|rar|gz|xz|bz2|zst)$/i;

/** By its name; what it holds shows when it is looked into. */
export const isArchive = ({ type, name }: Pick<FileEntry, 'type' | 'name'>): boolean =>
  type === 'file' && ENDING.test(name);

/** `site` of `site.tar.gz`: what the folder for its content is called. */
export const archiveStem = (name: string): string => name.replace(ENDING, '') || name;
