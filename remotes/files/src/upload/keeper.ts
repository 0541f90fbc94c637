import { dropSavedUpload, savedFiles, saveUpload, type SavedUpload } from './saved-uploads';
import { uploadOwner } from './unfinished';
import type { UploadItem } from './upload-plan';

/** What the browser keeps of an upload that runs is kept fresh, ms. */
const TOUCH_MS = 10 * 60_000;

export type Keeper = ReturnType<typeof makeKeeper>;

interface Kept {
  readonly folder: string;
  readonly items: readonly UploadItem[];
  readonly saved?: SavedUpload;
}

/** Keeps the plan of an upload in the browser until it has ended. */
export function makeKeeper(id: string, { folder, items, saved }: Kept) {
  const owner = uploadOwner();
  let files = saved?.files ?? savedFiles(items);
  let uploadId = saved?.uploadId;
  let touchedAt = 0;
  let last: Promise<void> = Promise.resolve();
  const save = () => {
    touchedAt = Date.now();
    if (owner === undefined) return;
    const upload = { id, owner, folder, touchedAt, files, ...(uploadId !== undefined && { uploadId }) };
    last = last.then(() => saveUpload(upload));
  };
  save();
  return {
    begun: (begunId: string) => {
      uploadId = begunId;
      save();
    },
    touch: () => {
      if (Date.now() - touchedAt > TOUCH_MS) save();
    },
    remove: (path: string) => {
      files = files.filter((file) => file.path !== path);
      save();
    },
    /** After what was being written. */
    drop: () => last.then(() => dropSavedUpload(id)),
  };
}
