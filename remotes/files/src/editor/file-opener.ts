import { createContext, useContext } from 'react';

/** Opens files from lists, menus and keys. Each function takes the path inside the host. */
export interface FileOpener {
  /** Opens a tab of the editor, at `line` if given. A file above the size limit is read part by part. */
  readonly edit: (path: string, line?: number) => void;
  /** Previews an image, audio, video, PDF, Markdown or table file. */
  readonly preview: (path: string) => void;
  /** Shows earlier versions of the file. */
  readonly history: (path: string) => void;
}

export interface OpenFiles {
  readonly paths: readonly string[];
  readonly unsaved: readonly string[];
  /** The files are open, but the editor is hidden. */
  readonly areHidden: boolean;
  readonly show: () => void;
  /** Reads these files again if they are open and have no unsaved text. */
  readonly reread: (paths: readonly string[]) => void;
}

export const OpenerContext = createContext<(FileOpener & { readonly files: OpenFiles }) | undefined>(
  undefined,
);

export function useFileOpener(): FileOpener & { readonly files: OpenFiles } {
  const opener = useContext(OpenerContext);
  if (!opener) throw new Error('useFileDoors needs <FileDoorsProvider> above it');
  return opener;
}
