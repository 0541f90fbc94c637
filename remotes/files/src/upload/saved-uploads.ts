import { UPLOAD_STALE_MS, type IfExists } from '@sitedeck/contract';
import type { UploadItem } from './upload-plan';

/** A file of an upload that is not finished, as the browser keeps it. */
export interface SavedFile {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
  readonly ifExists?: IfExists;
  /** The content, if it is small enough to keep. */
  readonly blob?: Blob;
}

/** The plan of an upload, kept in this browser until it has ended. */
export interface SavedUpload {
  readonly id: string;
  /** Host and operator; other users don't see the upload. */
  readonly owner: string;
  readonly folder: string;
  /** Absent until the server has begun it. */
  readonly uploadId?: string;
  /** ms since 1970 */
  readonly touchedAt: number;
  readonly files: readonly SavedFile[];
}

const DATABASE = 'sitedeck.uploads';
const STORE = 'uploads';
/** Uploads up to this size keep their content in the browser; files of larger ones must be chosen again. */
const KEPT_BYTES = 32 * 1024 * 1024;

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database failed'));
  });

/** Undefined where the browser forbids storage, as in some private windows; uploads run anyway. */
async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'id' });
    const database = await settled(opening);
    try {
      return await settled(work(database.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

export const savedFiles = (items: readonly UploadItem[]): SavedFile[] => {
  const keeps = items.reduce((sum, { size }) => sum + size, 0) <= KEPT_BYTES;
  return items.map(({ blob, ...file }) => (keeps && blob ? { ...file, blob } : file));
};

export async function saveUpload(upload: SavedUpload): Promise<void> {
  await withStore('readwrite', (store) => store.put(upload));
}

export async function dropSavedUpload(id: string): Promise<void> {
  await withStore('readwrite', (store) => store.delete(id));
}

/** Unfinished uploads of one owner, oldest first; expired ones are deleted. */
export async function savedUploads(owner: string): Promise<SavedUpload[]> {
  const all = ((await withStore('readonly', (store) => store.getAll())) ?? []) as SavedUpload[];
  const stale = all.filter(({ touchedAt }) => Date.now() - touchedAt > UPLOAD_STALE_MS);
  for (const { id } of stale) await dropSavedUpload(id);
  return all
    .filter((upload) => upload.owner === owner && !stale.includes(upload))
    .sort((a, b) => a.touchedAt - b.touchedAt);
}

export const newUploadName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const keyOf = (path: string, { size, modified }: { size: number; modified: number }) =>
  `${path}\0${String(size)}\0${String(modified)}`;
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** The files of an upload with the content that was kept, or was chosen again under the same name, size and time. */
export function withContent(files: readonly SavedFile[], chosen: readonly UploadItem[]): UploadItem[] {
  const byPath = new Map(chosen.map((item) => [keyOf(item.path, item), item.blob]));
  const byName = new Map(chosen.map((item) => [keyOf(nameOf(item.path), item), item.blob]));
  return files.map((file) => {
    const blob =
      file.blob ?? byPath.get(keyOf(file.path, file)) ?? byName.get(keyOf(nameOf(file.path), file));
    return blob ? { ...file, blob } : file;
  });
}
