import { createContext, useContext } from 'react';

/** Ways to open a file, for lists, menus and keys. Each takes the path inside the host. */
export interface FileOpener {
  /** In a tab of the editor, at a line where one is given; one beyond the limit is read part by part. */
  readonly edit: (path: string, line?: number) => void;
  /** Picture, sound, film, Markdown, table: what `previewKind` knows. */
  readonly preview: (path: string) => void;
  /** Earlier contents. */
  readonly history: (path: string) => void;
}

export interface OpenFiles {
  readonly paths: readonly string[];
  readonly unsaved: readonly string[];
  /** They lie behind the list. */
  readonly areHidden: boolean;
  readonly show: () => void;
  /** These have another content now: an open one is read anew, unless it is unsaved. */
  readonly reread: (paths: readonly string[]) => void;
}

export const OpenerContext = createContext<(FileOpener & { readonly files: OpenFiles }) | undefined>(undefined);

export function useFileOpener(): FileOpener & { readonly files: OpenFiles } {
  const doors = useContext(OpenerContext);
  if (!doors) throw new Error('useFileDoors needs <FileDoorsProvider> above it');
  return doors;
}
