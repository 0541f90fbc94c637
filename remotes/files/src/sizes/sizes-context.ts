import { createContext, useContext } from 'react';
import type { FolderSizes } from './use-folder-sizes';

export const SizesContext = createContext<FolderSizes | undefined>(undefined);

export function useSizes(): FolderSizes {
  const sizes = useContext(SizesContext);
  if (!sizes) throw new Error('useSizes needs <SizesContext> above it');
  return sizes;
}
