import type { FileEntry } from '@sitedeck/contract';
import { createContext, useContext } from 'react';
import type { FolderSizes } from './use-folder-sizes';

export const SizesContext = createContext<FolderSizes | undefined>(undefined);

export function useSizes(): FolderSizes {
  const sizes = useContext(SizesContext);
  if (!sizes) throw new Error('useSizes needs <SizesContext> above it');
  return sizes;
}

export interface SumOfSizes {
  readonly bytes: number;
  /** Folders that are not measured, or not completely. */
  readonly unknown: number;
}

/** Bytes of entries, folders counted as far as they are known. */
export function sumSizes(entries: readonly FileEntry[], of: FolderSizes['of']): SumOfSizes {
  let [bytes, unknown] = [0, 0];
  for (const entry of entries) {
    const size = entry.type === 'folder' ? of(entry) : undefined;
    bytes += size?.bytes ?? entry.size;
    if (entry.type === 'folder' && size?.isComplete !== true) unknown += 1;
  }
  return { bytes, unknown };
}
