import type { FileEntry } from '@sitedeck/contract';

const ENDING = /\.(?:zip|jar|tar|tar\.(?:gz|zst|xz|bz2)|tgz|tzst|txz|tbz2?|7z|rar|gz|xz|bz2|zst)$/i;

/** Judges by the extension; inspecting shows the content. */
export const isArchive = ({ type, name }: Pick<FileEntry, 'type' | 'name'>): boolean =>
  type === 'file' && ENDING.test(name);

/** `site` of `site.tar.gz`: the name of the folder for its content. */
export const archiveStem = (name: string): string => name.replace(ENDING, '') || name;
