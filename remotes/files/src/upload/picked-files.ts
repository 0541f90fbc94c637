import { itemOf, type UploadItem } from './upload-plan';

/** Files that were dropped or chosen, with paths relative to the drop, and empty folders. */
export interface PickedFiles {
  readonly items: readonly UploadItem[];
  readonly emptyFolders: readonly string[];
}

/** Files of an `<input type="file">`; with `webkitdirectory` they have a relative path. */
export const pickedFromInput = (files: Iterable<File>): PickedFiles => ({
  items: [...files].map((file) => itemOf(file.webkitRelativePath || file.name, file)),
  emptyFolders: [],
});

/**
 * Everything in a drop, including the content of folders. Must be called during the drop event: the browser
 * empties the list afterwards, so all entries are read before the first `await`.
 */
export function pickedFromDrop(data: DataTransfer): Promise<PickedFiles> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return Promise.resolve(pickedFromInput(data.files));
  return collect(entries);
}

async function collect(entries: readonly FileSystemEntry[]): Promise<PickedFiles> {
  const items: UploadItem[] = [];
  const emptyFolders: string[] = [];
  const waiting = [...entries];
  for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
    const path = entry.fullPath.replace(/^\/+/, '');
    if (isFile(entry)) {
      items.push(itemOf(path, await fileOf(entry)));
      continue;
    }
    const inside = await entriesOf(entry as FileSystemDirectoryEntry);
    if (inside.length === 0) emptyFolders.push(path);
    waiting.push(...inside);
  }
  return { items, emptyFolders };
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => {
    entry.file(resolve, reject);
  });

/** Browsers return a folder's entries in parts of 100; an empty part is the last. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (part.length === 0) return all;
    all.push(...part);
  }
}
